/**
 * Lists of voting weights that the owner has read: one for each community, stored until its weights are set, 7 days at
 * most, so that moderators can check how it was read.
 */
import { SqlClient } from "@effect/sql"
import { Array as Arr, Clock, Duration, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import type { Sweep } from "~/effects/base/db/Sweep.server"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { othersTurn } from "~/effects/base/jobs/othersTurn"
import { ListReading } from "~/effects/base/lists/ListReading"
import type { Sheet } from "~/effects/base/lists/Sheet"
import { readStoredRows, StoredRows, storedRows } from "~/effects/base/lists/storedRows.server"
import { hashOf } from "~/effects/base/text/digest"
import { usernameKey } from "~/effects/people/users/UserNames.server"
import type { KnownMember } from "./weightList"

const STORED_FOR = Duration.toMillis("7 days")
/** Texts in one statement, which takes some milliseconds. */
const BATCH = 500

export const sweepWeightLists: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) => sql`DELETE FROM weight_lists WHERE created_at < ${now - STORED_FOR}`
)

/** Of a removed account: the lists that it read. Joins the removal. */
export const forgetWeightLists = (sql: Sql, account: AccountAddress) =>
  Effect.asVoid(sql`DELETE FROM weight_lists WHERE account = ${account}`)

const List = Schema.Struct({
  reading: Schema.parseJson(ListReading),
  rows: StoredRows,
  hash: Schema.String,
  createdAt: Schema.Number,
  account: AccountAddress,
  /** Name of the person who read it; null without a profile. */
  username: Schema.NullOr(Schema.String)
})

export interface StoredWeights
  extends Pick<typeof List.Type, "account" | "createdAt" | "hash" | "reading" | "username"> {
  readonly sheet: Sheet
}

export class WeightLists extends Effect.Service<WeightLists>()("communities/members/WeightLists", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const asReading = Schema.encodeSync(Schema.parseJson(ListReading))
    const hashed = (reading: string, rows: string) => hashOf({ reading, rows })

    /** Replaces the list that was read before. */
    const put = Effect.fn("WeightLists.put")(function* (
      communityId: CommunityId,
      account: AccountAddress,
      { rows }: Sheet,
      reading: ListReading
    ) {
      const createdAt = yield* Clock.currentTimeMillis
      const [readingText, sheetRows] = [asReading(reading), storedRows(rows)]
      const hash = hashed(readingText, sheetRows)
      yield* sql`INSERT INTO weight_lists
        ${sql.insert({ communityId, account, reading: readingText, sheetRows, hash, createdAt })}
        ON CONFLICT (community_id) DO UPDATE SET account = excluded.account, reading = excluded.reading,
          sheet_rows = excluded.sheet_rows, hash = excluded.hash, created_at = excluded.created_at`
    })

    const stored = findOne({
      Request: Schema.String,
      Result: List,
      execute: (communityId) => sql`SELECT l.reading, l.sheet_rows AS rows, l.hash, l.created_at, l.account, u.username
        FROM weight_lists l LEFT JOIN users u ON u.account_address = l.account AND u.status = 'active'
        WHERE l.community_id = ${communityId}`
    })
    const find = Effect.fn("WeightLists.find")(function* (communityId: CommunityId) {
      const found = yield* stored(communityId)
      if (Option.isNone(found)) return Option.none<StoredWeights>()
      const { rows, ...list } = found.value
      const { encoding, file, separator } = list.reading
      return Option.some<StoredWeights>({
        ...list,
        sheet: { file, separator, encoding, rows: yield* readStoredRows(rows) }
      })
    })

    /** Stores how the list is read; false if it is not the list that was seen any more. */
    const decide = Effect.fn("WeightLists.decide")(function* (
      communityId: CommunityId,
      seen: string,
      { rows }: Sheet,
      reading: ListReading
    ) {
      const readingText = asReading(reading)
      const hash = hashed(readingText, storedRows(rows))
      const changed = yield* sql`UPDATE weight_lists SET reading = ${readingText}, hash = ${hash}
        WHERE community_id = ${communityId} AND hash = ${seen} RETURNING hash`
      return changed.length > 0
    })

    /** Deletes the list; false if it is not the list that was seen any more. */
    const remove = Effect.fn("WeightLists.remove")(function* (communityId: CommunityId, seen: string) {
      const removed = yield* sql`DELETE FROM weight_lists
        WHERE community_id = ${communityId} AND hash = ${seen} RETURNING hash`
      return removed.length > 0
    })

    const selectMembers = findAll({
      Request: Schema.Struct({
        communityId: CommunityId,
        accounts: Schema.Array(Schema.String),
        names: Schema.Array(Schema.String)
      }),
      Result: Schema.Struct({
        account: AccountAddress,
        key: Schema.String,
        name: Schema.NullOr(Schema.String),
        weight: Schema.Int
      }),
      execute: ({ accounts, communityId, names }) => sql`
        SELECT m.account_address AS account, m.name_key AS key, u.username AS name, m.weight
        FROM memberships m LEFT JOIN users u ON u.account_address = m.account_address AND u.status = 'active'
        WHERE m.community_id = ${communityId} AND m.status IN ('active', 'suspended')
          AND ${names.length === 0 ? sql.in("m.account_address", accounts) : sql.or([sql.in("m.account_address", accounts), sql.in("m.name_key", names)])}`
    })

    /** Finds the members that these texts name, by account or by name. Suspended members keep their weights. */
    const members = Effect.fn("WeightLists.members")(function* (
      communityId: CommunityId,
      texts: ReadonlyArray<string>
    ) {
      const known = new Map<string, KnownMember>()
      const isAddress = (text: string) => text.startsWith("account_")
      const keyOf = (text: string) => (isAddress(text) ? text : usernameKey(text))
      const keys = [...new Set(texts.map(keyOf))].filter((key) => key !== "")
      for (const batch of Arr.chunksOf(keys, BATCH)) {
        const [names, accounts] = Arr.partition(batch, isAddress)
        for (const { account, key, name, weight } of yield* selectMembers({ communityId, accounts, names })) {
          const member = { account, name, weight }
          known.set(account, member)
          known.set(key, member)
        }
        yield* othersTurn
      }
      return (text: string) => known.get(keyOf(text))
    })

    return { put, find, decide, remove, members }
  })
}) {}
