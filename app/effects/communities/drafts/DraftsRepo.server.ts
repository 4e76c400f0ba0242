/** Drafts in the database, one for each account and place. */
import { Effect, type Option, Schema } from "effect"
import { findOne, Sql, single } from "~/effects/base/db/statements.server"
import { withoutControls } from "~/effects/base/text/plain"
import type { StoredDraft } from "./Draft"

const Data = Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
const Row = Schema.Struct({ data: Data, version: Schema.Int, savedAt: Schema.Number })

/** Postgres stores no NUL in text; nothing readable is lost by removing it. */
const asText = (_: string, value: unknown): unknown => {
  if (typeof value === "string") return withoutControls(value)
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [withoutControls(name), inner]))
}
/** A draft as it is stored. */
export const draftText = (data: StoredDraft["data"]): string => JSON.stringify(data, asText)

interface NewDraft {
  readonly account: string
  readonly place: string
  /** Encoded by `draftText`. */
  readonly data: string
  readonly version: number
  /** Unix milliseconds. */
  readonly savedAt: number
}

export class DraftsRepo extends Effect.Service<DraftsRepo>()("communities/drafts/DraftsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const select = findOne({
      Request: Schema.Struct({ account: Schema.String, place: Schema.String }),
      Result: Row,
      execute: ({ account, place }) => sql`
        SELECT data, version, saved_at FROM drafts WHERE account_address = ${account} AND place = ${place}`
    })
    const get = Effect.fn("DraftsRepo.get")(
      (account: string, place: string): Effect.Effect<Option.Option<StoredDraft>> => select({ account, place })
    )

    const selectCount = single({
      Request: Schema.String,
      Result: Schema.Struct({ kept: Schema.Int }),
      execute: (account) => sql`SELECT COUNT(*) AS kept FROM drafts WHERE account_address = ${account}`
    })
    const count = Effect.fn("DraftsRepo.count")((account: string) =>
      Effect.map(selectCount(account), ({ kept }) => kept)
    )

    const put = Effect.fn("DraftsRepo.put")(function* ({ account, ...row }: NewDraft) {
      yield* sql`
        INSERT INTO drafts ${sql.insert({ accountAddress: account, ...row })}
        ON CONFLICT (account_address, place)
        DO UPDATE SET data = excluded.data, version = excluded.version, saved_at = excluded.saved_at`
    })

    /** Removes the draft of one place for each of these accounts. */
    const removeAt = Effect.fn("DraftsRepo.removeAt")((accounts: ReadonlyArray<string>, place: string) =>
      Effect.asVoid(sql`DELETE FROM drafts WHERE ${sql.in("account_address", accounts)} AND place = ${place}`)
    )
    const remove = (account: string, place: string) => removeAt([account], place)

    /** Removes all drafts of a removed account. Joins the transaction of the removal. */
    const forget = Effect.fn("DraftsRepo.forget")((account: string) =>
      Effect.asVoid(sql`DELETE FROM drafts WHERE account_address = ${account}`)
    )

    return { get, count, put, remove, removeAt, forget }
  })
}) {}
