/** Files to attach, and the exports that list them, for tests. */
import { Effect, Stream } from "effect"
import { strFromU8, unzipSync } from "fflate"
import { ownDataOf } from "~/effects/people/account/pages/ownData.server"
import { communityExport } from "~/effects/publishing/exports/pages/community.server"
import { asAccount } from "../../addresses"
import { signIn, visit } from "../publishing/dashboard/visits"

export const pdf = (text: string, size = 0) => ({
  name: "minutes.pdf",
  bytes: new TextEncoder().encode(`%PDF-1.7\n${text}${" ".repeat(size)}\n%%EOF\n`)
})

/** A row of an export; own data names no `id`. */
interface ListedFile {
  readonly id?: string
  readonly targetType: string
  readonly targetId: string
  readonly sha256: string
}

/** What the export of a community lists for its owner, and the whole text of that export. */
export const communityFiles = (slug: string, owner: string) =>
  Effect.gen(function* () {
    const token = yield* signIn(owner)
    const { value } = yield* visit(`/api/exports/community?community=${slug}`, communityExport, { token })
    const zip = unzipSync(new Uint8Array(yield* Effect.promise(() => value.arrayBuffer())))
    const texts = Object.entries(zip).map(([name, bytes]) => [name, strFromU8(bytes)] as const)
    const { rows }: { readonly rows: ReadonlyArray<ListedFile> } = JSON.parse(
      texts.find(([name]) => name === "attachments.json")?.[1] ?? ""
    )
    return { rows, text: texts.map(([, text]) => text).join("") }
  })

/** What somebody's own data lists. */
export const ownFiles = (account: string) =>
  Effect.gen(function* () {
    const { attachments }: { readonly attachments: ReadonlyArray<ListedFile> } = JSON.parse(
      yield* Stream.mkString(yield* ownDataOf(asAccount(account)))
    )
    return attachments
  })
