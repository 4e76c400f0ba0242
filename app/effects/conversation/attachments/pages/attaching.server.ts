/** The commands of the buttons that attach and remove files, on the pages of all posts that can have some. */
import { Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { InvalidFields } from "~/effects/base/failures/failures"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { readFileForm } from "~/effects/base/remix/readFileForm.server"
import type { RouteFailure } from "~/effects/base/remix/refusal.server"
import { undoable } from "~/effects/communities/undo/pages/undo.server"
import type { AttachmentTarget } from "../Attachment"
import { Attachments } from "../Attachments.server"

/** A post whose files the caller may change. */
export interface Attaching<E, R> {
  readonly who: Inside
  readonly target: AttachmentTarget
  /** Its page. */
  readonly path: string
  /** Locks the post until the commit, or fails if its files can no longer change. */
  readonly hold: Effect.Effect<void, E, R>
}

/** @param here finds the post of the address, and fails for everybody who may not change its files */
export const attachmentCommands = <E extends RouteFailure, R, HE extends RouteFailure, HR>(
  here: Effect.Effect<Attaching<HE, HR>, E, R>
) => {
  const attach = (form: FormData) =>
    Effect.gen(function* () {
      const { hold, path, target, who } = yield* here
      const file = form.get("file")
      if (!(file instanceof File) || file.size === 0) {
        return yield* new InvalidFields({ fields: { file: "Choose a file." } })
      }
      const bytes = new Uint8Array(yield* Effect.promise(() => file.arrayBuffer()))
      yield* (yield* Attachments).attach(who, target, { name: file.name, bytes }, hold)
      return { to: path }
    })

  const detach = (form: FormData) =>
    Effect.gen(function* () {
      const { hold, path, target, who } = yield* here
      const { detach: removeFile } = yield* Attachments
      const removal = { kind: "attachment", communityId: who.community.id, path } as const
      yield* undoable(removal, removeFile(target, textOf(form, "file-id"), hold))
      return { to: path }
    })

  return { attach, detach }
}

/** Forms of these pages; the file of a form as it arrives. */
export const readAttachmentForm = (request: Request) =>
  Effect.map(readFileForm(request, "file"), ({ file, form }) => {
    if (file !== null) form.set("file", new File([new Uint8Array(file.bytes)], file.name))
    return form
  })
