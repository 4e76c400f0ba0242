/** Drafts on the server. Each belongs to one account; no other account can read it. */
import { Clock, Effect, Option, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findOne, Sql, single } from "~/effects/base/db/statements.server"
import { coded } from "~/effects/base/failures/coded"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { withoutControls } from "~/effects/base/text/plain"
import { CannotUndo, type RemovedRow } from "~/effects/communities/undo/Removals.server"
import { type DraftForm, MAX_DRAFT, MAX_DRAFTS, type StoredDraft } from "./Draft"

/** Another device saved the same draft meanwhile; `stored` is what it wrote. */
export class StaleDraft extends coded("StaleDraft", "E-STALE", 409, {
  fields: {
    stored: Schema.Struct({
      data: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
      version: Schema.Int,
      savedAt: Schema.Number
    })
  },
  message: "Someone changed this meanwhile. Your text is kept; compare and save again."
}) {}

export class DraftTooLong extends coded("DraftTooLong", "E-SIZE", 413, {
  message: "This draft is too long to be saved."
}) {}

export class TooManyDrafts extends coded("TooManyDrafts", "E-DRAFTS", 409, {
  message: `You already have ${MAX_DRAFTS} drafts. Finish or discard one first.`
}) {}

/** Drafts in the database, one for each account and place. */
const Data = Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
const Row = Schema.Struct({ data: Data, version: Schema.Int, savedAt: Schema.Number })

/** Postgres stores no NUL in text; nothing readable is lost by removing it. */
const asText = (_: string, value: unknown): unknown => {
  if (typeof value === "string") return withoutControls(value)
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [withoutControls(name), inner]))
}
/** A draft as it is stored. */
const draftText = (data: StoredDraft["data"]): string => JSON.stringify(data, asText)

interface NewDraft {
  readonly account: AccountAddress
  readonly place: string
  /** Encoded by `draftText`. */
  readonly data: string
  readonly version: number
  /** Unix milliseconds. */
  readonly savedAt: number
}

const makeDraftsRepo = Effect.gen(function* () {
  const sql = yield* Sql

  const select = findOne({
    Request: Schema.Struct({ account: AccountAddress, place: Schema.String }),
    Result: Row,
    execute: ({ account, place }) => sql`
        SELECT data, version, saved_at FROM drafts WHERE account_address = ${account} AND place = ${place}`
  })
  const get = Effect.fn("Drafts.get")(
    (account: AccountAddress, place: string): Effect.Effect<Option.Option<StoredDraft>> => select({ account, place })
  )

  const selectCount = single({
    Request: Schema.String,
    Result: Schema.Struct({ kept: Schema.Int }),
    execute: (account) => sql`SELECT COUNT(*) AS kept FROM drafts WHERE account_address = ${account}`
  })
  const count = Effect.fn("Drafts.count")((account: AccountAddress) =>
    Effect.map(selectCount(account), ({ kept: stored }) => stored)
  )

  const put = Effect.fn("Drafts.put")(function* ({ account, ...row }: NewDraft) {
    yield* sql`
        INSERT INTO drafts ${sql.insert({ accountAddress: account, ...row })}
        ON CONFLICT (account_address, place)
        DO UPDATE SET data = excluded.data, version = excluded.version, saved_at = excluded.saved_at`
  })

  /** Removes the draft of one place for each of these accounts. */
  const removeAt = Effect.fn("Drafts.removeAt")((accounts: ReadonlyArray<string>, place: string) =>
    Effect.asVoid(sql`DELETE FROM drafts WHERE ${sql.in("account_address", accounts)} AND place = ${place}`)
  )
  const remove = (account: AccountAddress, place: string) => removeAt([account], place)

  /** Removes a draft whose author can undo that, and returns it. */
  const discard = Effect.fn("Drafts.discard")(
    (account: AccountAddress, place: string) =>
      sql<RemovedRow>`DELETE FROM drafts WHERE account_address = ${account} AND place = ${place} RETURNING *`
  )
  /** False if there is another draft at its place. */
  const putBack = Effect.fn("Drafts.putBack")((row: RemovedRow) =>
    Effect.map(
      sql`INSERT INTO drafts ${sql.insert({ ...row })} ON CONFLICT (account_address, place) DO NOTHING RETURNING place`,
      (rows) => rows.length > 0
    )
  )

  /** Removes all drafts of a removed account. Joins the transaction of the removal. */
  const forget = Effect.fn("Drafts.forget")((account: AccountAddress) =>
    Effect.asVoid(sql`DELETE FROM drafts WHERE account_address = ${account}`)
  )

  return { get, count, put, remove, removeAt, discard, putBack, forget }
})

export class Drafts extends Effect.Service<Drafts>()("communities/drafts/Drafts", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* makeDraftsRepo

    const requireRoom = Effect.fnUntraced(function* (account: AccountAddress) {
      if ((yield* repo.count(account)) >= MAX_DRAFTS) return yield* new TooManyDrafts()
    })

    const write = (
      account: AccountAddress,
      { data, place }: Omit<DraftForm, "version">,
      before: Option.Option<StoredDraft>
    ) =>
      Effect.gen(function* () {
        const text = draftText(data)
        if (text.length > MAX_DRAFT) return yield* new DraftTooLong()
        if (Option.isNone(before)) yield* requireRoom(account)
        const savedAt = yield* Clock.currentTimeMillis
        const version = Option.match(before, { onNone: () => 1, onSome: (draft) => draft.version + 1 })
        yield* repo.put({ account, place, data: text, version, savedAt })
        return { version, savedAt }
      })

    const alone = (account: AccountAddress) => withLocks(sql, [`drafts:${account}`])

    /** Saves over a known version; if another device saved first, nothing is written (docs/product/errors.md). */
    const save = Effect.fn("Drafts.save")(function* (account: AccountAddress, form: DraftForm) {
      yield* alone(account)
      const before = yield* repo.get(account, form.place)
      if (Option.isSome(before) && before.value.version !== form.version) {
        return yield* new StaleDraft({ stored: before.value })
      }
      return yield* write(account, form, before)
    }, atomically(sql))

    /** Changes the draft whatever its version: for a form that was posted, whose fields are the newest. */
    const change = Effect.fn("Drafts.change")(function* (
      account: AccountAddress,
      place: string,
      next: (before: StoredDraft["data"] | undefined) => StoredDraft["data"]
    ) {
      yield* alone(account)
      const before = yield* repo.get(account, place)
      const data = next(Option.getOrUndefined(Option.map(before, (draft) => draft.data)))
      return { data, ...(yield* write(account, { place, data }, before)) }
    }, atomically(sql))

    /** Undoes `discard`. */
    const restore = Effect.fn("Drafts.restore")(function* (
      account: AccountAddress,
      removed: ReadonlyArray<RemovedRow>
    ) {
      if (removed.length === 0) return
      yield* alone(account)
      yield* requireRoom(account)
      for (const row of removed) {
        if (!(yield* repo.putBack(row))) return yield* new CannotUndo({ why: "You have begun another draft since." })
      }
    })

    const { discard, forget, get, remove, removeAt } = repo
    return { get, save, change, discard, remove, removeAt, restore, forget }
  })
}) {}
