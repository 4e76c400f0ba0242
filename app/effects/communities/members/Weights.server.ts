/**
 * Weights of the `assigned` mode (docs/product/votes.md): one member's, or those of a list that was read. The owner
 * sets them, their own included, because the owner of a group must be able to vote in it. Every member sees the
 * change.
 *
 * A list is stored until its weights are set, 7 days at most and one for each community, so that moderators can check
 * how it was read.
 */
import { SqlClient } from "@effect/sql"
import { Array as Arr, Clock, Duration, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { must, requireAllowed } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import type { Sweep } from "~/effects/base/db/Sweep.server"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { InvalidFields } from "~/effects/base/failures/failures"
import { othersTurn } from "~/effects/base/jobs/inParts"
import { atomically } from "~/effects/base/limits/atomically.server"
import { ListReading, openQuestion } from "~/effects/base/lists/ListReading"
import { listLines } from "~/effects/base/lists/listLines"
import type { Sheet } from "~/effects/base/lists/Sheet"
import { readStoredRows, StoredRows, storedRows } from "~/effects/base/lists/storedRows.server"
import { hashOf } from "~/effects/base/text/digest"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { usernameKey } from "~/effects/people/users/UserNames.server"
import { NotAMember, WeightListChanged, WeightListWrong } from "./errors"
import { roleNowOf } from "./fresh"
import { membersPath } from "./joining"
import { type CheckedWeight, checkWeights, type KnownMember } from "./weightList"

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

/** Most errors reported at a time. */
const MAX_ERRORS = 50

const wrong = (errors: ReadonlyArray<CheckedWeight>) =>
  new WeightListWrong({
    message: `${errors.length === 1 ? "1 line has an error" : `${errors.length} lines have errors`}. Nothing was changed.`,
    fields: Object.fromEntries(errors.slice(0, MAX_ERRORS).map(({ error, line }) => [`line-${line}`, error ?? ""]))
  })

const isHere = (status: string) => status === "active" || status === "suspended"

export class Weights extends Effect.Service<Weights>()("communities/members/Weights", {
  dependencies: [MembershipsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const memberships = yield* MembershipsRepo
    const activity = yield* Activity

    const asReading = Schema.encodeSync(Schema.parseJson(ListReading))
    const hashed = (reading: string, rows: string) => hashOf({ reading, rows })

    /** Replaces the list that was read before. */
    const putList = Effect.fn("Weights.putList")(function* (
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
    const findList = Effect.fn("Weights.findList")(function* (communityId: CommunityId) {
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
    const decideList = Effect.fn("Weights.decideList")(function* (
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
    const removeList = Effect.fn("Weights.removeList")(function* (communityId: CommunityId, seen: string) {
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
    const members = Effect.fn("Weights.members")(function* (communityId: CommunityId, texts: ReadonlyArray<string>) {
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

    /** Takes the lock and checks the rule against what is stored now. */
    const meet = Effect.fn("Weights.meet")(function* (here: Inside) {
      const { id } = here.community
      const actor = yield* requireAllowed(here, "assignWeight")
      yield* memberships.withLock(id)
      const own = (yield* memberships.findSome(id, [actor])).get(actor)
      yield* must(permissions.assignWeight(roleNowOf(here.communityRole, own)))
    })

    const report = ({ community: { id: communityId }, communityRole: { account: actor } }: Inside, count: number) => {
      const target = membersPath(communityId)
      const reported = { communityId, actor, target, data: { count } }
      return activity.record({ ...reported, type: "weightsChanged", visibility: "public" })
    }

    const set = Effect.fn("Weights.set")(function* (here: Inside, account: AccountAddress, weight: number) {
      yield* meet(here)
      const member = (yield* memberships.findSome(here.community.id, [account])).get(account)
      if (member === undefined || !isHere(member.status)) return yield* new NotAMember()
      if (member.weight === weight) return
      yield* memberships.setWeights(here.community.id, [{ account, weight }])
      yield* report(here, 1)
    }, atomically(sql))

    /** Sets the weights of the list that was seen: all lines or none. Returns how many weights have changed. */
    const setList = Effect.fn("Weights.setList")(function* (here: Inside, seen: string) {
      const { id } = here.community
      yield* meet(here)
      const found = yield* findList(id)
      const isSeen = Option.isSome(found) && found.value.hash === seen
      if (!isSeen || !(yield* removeList(id, seen))) return yield* new WeightListChanged()
      const { reading, sheet } = found.value
      const question = openQuestion(reading, "weight")
      if (question !== null) return yield* new InvalidFields({ fields: { list: question } })
      const lines = yield* listLines(sheet, reading)
      const memberOf = yield* members(
        id,
        lines.map(({ account }) => account)
      )
      const checked = yield* checkWeights(lines, memberOf)
      const errors = checked.filter(({ error }) => error !== null)
      if (errors.length > 0) return yield* wrong(errors)
      const changes = checked.flatMap(({ account, before, weight }) => {
        const member = memberOf(account)
        return member === undefined || weight === null || weight === before ? [] : [{ account: member.account, weight }]
      })
      if (changes.length === 0) return 0
      yield* memberships.setWeights(id, changes)
      yield* report(here, changes.length)
      return changes.length
    }, atomically(sql))

    return { set, setList, putList, findList, decideList, removeList, members }
  })
}) {}
