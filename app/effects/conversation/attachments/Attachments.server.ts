/**
 * Attaches, removes and sends the files of posts. It does not know the features: the caller has checked that the person
 * may change or read the post, and passes a statement that holds the post as it is until the commit.
 */

import { Clock, Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { isNewMember, newUntil } from "~/effects/access/newMember"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields, NotSignedIn, NotThere } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import type { SentFile } from "~/effects/base/remix/readFileForm.server"
import { sha256 } from "~/effects/base/text/random.server"
import { CannotUndo, decodedRow, type RemovedRow } from "~/effects/communities/undo/Removals.server"
import { Documents } from "~/effects/people/uploads/Documents.server"
import { ALLOWANCE, type AttachmentTarget, MOST_FILE_BYTES, MOST_FILES } from "./Attachment"
import { AttachmentsRepo } from "./AttachmentsRepo.server"

const ONE = { field: "file", most: { bytes: MOST_FILE_BYTES, words: "10 MiB" } } as const
const refuse = (message: string) => new InvalidFields({ fields: { file: message } })

const decodeDetached = decodedRow(
  Schema.Struct({
    targetType: Schema.Literal("thread", "proposal", "announcement"),
    targetId: Schema.String,
    name: Schema.String,
    bytes: Schema.Number,
    sha256: Schema.NullOr(Schema.String)
  })
)

/** What has to be known of the person and the community; `Inside` has it. */
interface Attacher {
  readonly community: { readonly id: CommunityId }
  readonly membership: { readonly joinedAt: number } | null
  readonly communityRole: { readonly account: AccountAddress | null }
}

export class Attachments extends Effect.Service<Attachments>()("conversation/attachments/Attachments", {
  dependencies: [Documents.Default, AttachmentsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const documents = yield* Documents
    const repo = yield* AttachmentsRepo

    /** @param hold locks the post until the commit, or fails if its files can no longer change. */
    const attach = Effect.fn("Attachments.attach")(function* <E, R>(
      { community: { id: communityId }, membership, communityRole: { account } }: Attacher,
      target: AttachmentTarget,
      sent: SentFile,
      hold: Effect.Effect<void, E, R>
    ) {
      if (account === null) return yield* new NotSignedIn({ action: "attach files" })
      const joinedAt = membership?.joinedAt ?? 0
      if (isNewMember(joinedAt, yield* Clock.currentTimeMillis)) {
        return yield* refuse(`New members cannot attach files yet. You can from ${newUntil(joinedAt)}.`)
      }
      const checked = yield* documents.check(sent, ONE)
      // Of the stored bytes, so that readers can compare a download: those of a redrawn picture differ from what was sent.
      const file = yield* documents.put({ ...checked, sha256: sha256(checked.bytes) })
      const write = Effect.gen(function* () {
        yield* withLocks(sql, [`files:${communityId}`])
        yield* hold
        const { bytes, many, same } = yield* repo.room(communityId, target, file.sha256)
        if (same > 0) return yield* refuse(`“${file.name}” is attached already.`)
        if (many >= MOST_FILES) return yield* refuse(`At most ${MOST_FILES} files can be attached. Remove one first.`)
        if (bytes + file.bytes > ALLOWANCE) {
          return yield* refuse(
            "The files of this community would be more than 500 MiB together. Remove some that are not needed."
          )
        }
        yield* repo.add(target, { ...file, communityId, account })
        yield* documents.retain(file.id)
      })
      yield* atomically(sql)(write)
    })

    const detach = <E, R>(target: AttachmentTarget, id: string, hold: Effect.Effect<void, E, R>) =>
      atomically(sql)(Effect.zipRight(hold, repo.remove(target, id))).pipe(
        Effect.map((files) => (files.length === 0 ? null : { files })),
        Effect.withSpan("Attachments.detach")
      )

    /** Undoes `detach`, if the post may still change and there is still room. */
    const restore = Effect.fn("Attachments.restore")(function* <E, R>(
      communityId: CommunityId,
      [row]: ReadonlyArray<RemovedRow>,
      hold: (target: AttachmentTarget) => Effect.Effect<void, E, R>
    ) {
      const { bytes: own, name, sha256: hash, targetId, targetType } = yield* decodeDetached(row)
      const target = { type: targetType, id: targetId }
      yield* withLocks(sql, [`files:${communityId}`])
      yield* Effect.mapError(hold(target), () => new CannotUndo({ why: "Its files can no longer change." }))
      const { bytes, many, same } = yield* repo.room(communityId, target, hash ?? "")
      if (same > 0) return yield* new CannotUndo({ why: `“${name}” has been attached again.` })
      if (many >= MOST_FILES || bytes + own > ALLOWANCE) {
        return yield* new CannotUndo({ why: "There is no room for this file any more." })
      }
      yield* repo.restore([{ ...row }])
    })

    const missing = new NotThere({ message: "This file does not exist." })
    const send = Effect.fn("Attachments.send")(function* (target: AttachmentTarget, id: string) {
      const found = yield* repo.find(target, id)
      if (Option.isNone(found)) return yield* missing
      return (yield* documents.send(found.value)) ?? (yield* missing)
    })

    return { attach, detach, restore, send }
  })
}) {}
