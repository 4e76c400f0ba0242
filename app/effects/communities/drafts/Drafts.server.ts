/** Drafts on the server. Each belongs to one account, and nobody else ever reads it. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { withoutControls } from "~/effects/base/text/plain"
import { type DraftForm, MAX_DRAFT, MAX_DRAFTS, type StoredDraft } from "./Draft"
import { DraftTooLong, StaleDraft, TooManyDrafts } from "./errors"

const Data = Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
const Row = Schema.Struct({ data: Data, version: Schema.Int, savedAt: Schema.Number })

/** Postgres keeps no NUL in its texts; a draft is words, and loses nothing without it. */
const asText = (_: string, value: unknown): unknown => {
  if (typeof value === "string") return withoutControls(value)
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [withoutControls(name), inner]))
}
const encoded = (data: DraftForm["data"]): string => JSON.stringify(data, asText)

export class Drafts extends Effect.Service<Drafts>()("effects/Drafts", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const select = SqlSchema.findOne({
      Request: Schema.Struct({ account: Schema.String, place: Schema.String }),
      Result: Row,
      execute: ({ account, place }) => sql`
        SELECT data, version, saved_at FROM drafts WHERE account_address = ${account} AND place = ${place}`
    })
    const get = Effect.fn("Drafts.get")(
      (account: string, place: string): Effect.Effect<Option.Option<StoredDraft>> =>
        Effect.orDie(select({ account, place }))
    )

    const count = SqlSchema.single({
      Request: Schema.String,
      Result: Schema.Struct({ kept: Schema.Int }),
      execute: (account) => sql`SELECT COUNT(*) AS kept FROM drafts WHERE account_address = ${account}`
    })
    const mustHaveRoom = Effect.fnUntraced(function* (account: string) {
      const { kept } = yield* Effect.orDie(count(account))
      if (kept >= MAX_DRAFTS) return yield* new TooManyDrafts()
    })

    const write = (account: string, { data, place }: Omit<DraftForm, "version">, before: Option.Option<StoredDraft>) =>
      Effect.gen(function* () {
        const text = encoded(data)
        if (text.length > MAX_DRAFT) return yield* new DraftTooLong()
        if (Option.isNone(before)) yield* mustHaveRoom(account)
        const savedAt = yield* Clock.currentTimeMillis
        const version = Option.match(before, { onNone: () => 1, onSome: (draft) => draft.version + 1 })
        yield* Effect.orDie(sql`
          INSERT INTO drafts ${sql.insert({ accountAddress: account, place, data: text, version, savedAt })}
          ON CONFLICT (account_address, place)
          DO UPDATE SET data = excluded.data, version = excluded.version, saved_at = excluded.saved_at`)
        return { version, savedAt }
      })

    const alone = (account: string) => Effect.orDie(takeTurns(sql, [`drafts:${account}`]))

    /**
     * Goes on from a version; where another device went on from it first, nothing is written (docs/product/errors.md,
     * D17).
     */
    const save = Effect.fn("Drafts.save")(function* (account: string, form: DraftForm) {
      yield* alone(account)
      const before = yield* get(account, form.place)
      if (Option.isSome(before) && before.value.version !== form.version) {
        return yield* new StaleDraft({ stored: before.value })
      }
      return yield* write(account, form, before)
    }, atomically(sql))

    /** Changes what is there, whatever its version: for a form that was posted, whose fields are the newest. */
    const change = Effect.fn("Drafts.change")(function* (
      account: string,
      place: string,
      next: (before: StoredDraft["data"] | undefined) => StoredDraft["data"]
    ) {
      yield* alone(account)
      const before = yield* get(account, place)
      const data = next(Option.getOrUndefined(Option.map(before, (draft) => draft.data)))
      return { data, ...(yield* write(account, { place, data }, before)) }
    }, atomically(sql))

    const remove = Effect.fn("Drafts.remove")((account: string, place: string) =>
      Effect.asVoid(Effect.orDie(sql`DELETE FROM drafts WHERE account_address = ${account} AND place = ${place}`))
    )

    /** All of a removed account. Joins the transaction of the removal. */
    const forget = Effect.fn("Drafts.forget")((account: string) =>
      Effect.asVoid(Effect.orDie(sql`DELETE FROM drafts WHERE account_address = ${account}`))
    )

    return { get, save, change, remove, forget }
  })
}) {}
