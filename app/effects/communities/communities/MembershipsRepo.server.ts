/**
 * Reads and writes memberships, singly and many in one statement. A change also updates the community's counter and
 * the public totals. Suspended members still count, because a suspension expires without a write. A new member stops
 * being a follower, and does not become one again by leaving.
 */
import { Array as Arr, Clock, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Membership, type MembershipStatus, Role, MembershipStatus as Status } from "~/effects/access/Membership"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql, single } from "~/effects/base/db/statements.server"
import { othersTurn } from "~/effects/base/jobs/inParts"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { CommunityFollows } from "./CommunityFollows.server"
import { DirectoryTotals } from "./DirectoryTotals.server"
import { AlreadyMember } from "./errors"

/** Rows in one statement: below the limit of parameters in SQLite. */
const BATCH = 500

/** One membership as decisions about it need it, with the person's name. */
export const KnownMembership = Schema.Struct({
  communityId: Membership.fields.communityId,
  accountAddress: AccountAddress,
  role: Role,
  status: Status,
  weight: Schema.Int,
  joinedAt: Schema.Number,
  suspendedUntil: Schema.NullOr(Schema.Number),
  ownerDecides: Schema.Int,
  /** Null for an account without a profile. */
  username: Schema.NullOr(Schema.String)
})
export type KnownMembership = typeof KnownMembership.Type

/** The fields that a change may set. */
export interface MembershipChange
  extends Partial<
    Pick<
      Membership,
      "role" | "status" | "weight" | "joinedAt" | "invitedBy" | "applicationNote" | "suspendedUntil" | "reason"
    >
  > {
  readonly ownerDecides?: 0 | 1
  /** Until when the member has read; null clears it for those who left. */
  readonly lastReadAt?: null
}

const counts = (status: MembershipStatus): boolean => status === "active" || status === "suspended"

export class MembershipsRepo extends Effect.Service<MembershipsRepo>()("communities/communities/MembershipsRepo", {
  dependencies: [CommunityFollows.Default, DirectoryTotals.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const follows = yield* CommunityFollows

    const totals = yield* DirectoryTotals

    const add = findOne({
      Request: Schema.Struct({ communityId: CommunityId, by: Schema.Int }),
      Result: Schema.Struct({ listed: Schema.Int }),
      execute: ({ by, communityId }) => sql`UPDATE communities SET member_count = member_count + ${by}
        WHERE id = ${communityId} RETURNING listed`
    })
    /** Joins the caller's transaction. Call it last: it locks rows that all writers share. */
    const countMember = Effect.fn("MembershipsRepo.countMember")(function* (communityId: CommunityId, by: -1 | 1) {
      const counted = yield* add({ communityId, by })
      if (Option.isSome(counted) && counted.value.listed === 1) yield* totals.change({ memberships: by })
    })

    const countModerators = single({
      Request: Schema.String,
      Result: Schema.Struct({ many: Schema.Int }),
      execute: (communityId) => sql`SELECT COUNT(*) AS many FROM memberships
        WHERE community_id = ${communityId} AND role = 'moderator' AND status IN ('active', 'suspended')`
    })
    const moderators = Effect.fn("MembershipsRepo.moderators")((communityId: CommunityId) =>
      Effect.map(countModerators(communityId), ({ many }) => many)
    )

    /** One statement for up to 500 accounts of each weight, in the order in which the weights first appear. */
    const setWeights = Effect.fn("MembershipsRepo.setWeights")(function* (
      communityId: CommunityId,
      changes: ReadonlyArray<{ readonly account: AccountAddress; readonly weight: number }>
    ) {
      for (const weight of new Set(changes.map((change) => change.weight))) {
        const group = changes.filter((change) => change.weight === weight)
        for (const batch of Arr.chunksOf(group, BATCH)) {
          const now = yield* Clock.currentTimeMillis
          const accounts = batch.map(({ account }) => account)
          yield* sql`UPDATE memberships SET weight = ${weight}, updated_at = ${now}
            WHERE community_id = ${communityId} AND ${sql.in("account_address", accounts)}`
          yield* othersTurn
        }
      }
    })

    /** Stores the end of up to `many` expired suspensions; returns how many. */
    const endSuspensions = Effect.fn("MembershipsRepo.endSuspensions")(function* (many: number) {
      const now = yield* Clock.currentTimeMillis
      const ended = yield* sql`UPDATE memberships
        SET status = 'active', suspended_until = NULL, reason = NULL, updated_at = ${now}
        WHERE status = 'suspended' AND suspended_until <= ${now} AND (community_id, account_address) IN (
          SELECT community_id, account_address FROM memberships
          WHERE status = 'suspended' AND suspended_until <= ${now} ORDER BY suspended_until LIMIT ${many})
        RETURNING account_address`
      return ended.length
    })

    /** The profile's name; without a profile, the address. */
    const nameOf = (account: AccountAddress) => sql`COALESCE(
      (SELECT u.username_key FROM users u WHERE u.account_address = ${account} AND u.status = 'active'),
      account_address)`

    /** Updates the name of one account in all its communities from its profile. */
    const store = Effect.fn("MembershipsRepo.store")(function* (account: AccountAddress) {
      yield* sql`UPDATE memberships SET name_key = ${nameOf(account)} WHERE account_address = ${account}`
    })

    /** Sets the name of one account in a community that it has just joined. */
    const storeIn = Effect.fn("MembershipsRepo.storeIn")(function* (communityId: CommunityId, account: AccountAddress) {
      yield* sql`UPDATE memberships SET name_key = ${nameOf(account)}
        WHERE community_id = ${communityId} AND account_address = ${account}`
    })

    /** Clears the names and application notes of a removed account, also in memberships that have ended. */
    const forget = Effect.fn("MembershipsRepo.forget")(function* (account: AccountAddress) {
      yield* sql`UPDATE memberships SET name_key = account_address, application_note = NULL
        WHERE account_address = ${account}`
    })

    const countIn = (communityId: CommunityId, account: AccountAddress) =>
      Effect.zipRight(countMember(communityId, 1), follows.end(communityId, account))

    /** Inserts the first membership of an account. */
    const insert = Effect.fn("MembershipsRepo.insert")(function* (membership: Membership, ownerDecides: 0 | 1 = 0) {
      const now = yield* Clock.currentTimeMillis
      const { accountAddress, communityId } = membership
      const row = yield* Effect.orDie(Schema.encode(Membership)(membership))
      const added = yield* sql`INSERT INTO memberships
        ${sql.insert({ ...row, ownerDecides, createdAt: now, updatedAt: now })}
        ON CONFLICT (community_id, account_address) DO NOTHING RETURNING community_id`
      if (added.length === 0) return yield* new AlreadyMember()
      yield* storeIn(communityId, accountAddress)
      if (counts(membership.status)) yield* countIn(communityId, accountAddress)
    }, atomically(sql))

    /** Locks the memberships of these communities until the transaction ends. */
    const withLock = (...communities: ReadonlyArray<CommunityId>) =>
      withLocks(
        sql,
        communities.map((id) => `members:${id}`)
      )

    const selectSome = findAll({
      Request: Schema.Struct({ communityId: CommunityId, accounts: Schema.Array(Schema.String) }),
      Result: KnownMembership,
      execute: ({ accounts, communityId }) => sql`
        SELECT m.community_id, m.account_address, m.role, m.status, m.weight, m.joined_at, m.suspended_until,
          m.owner_decides, u.username
        FROM memberships m LEFT JOIN users u ON u.account_address = m.account_address AND u.status = 'active'
        WHERE m.community_id = ${communityId} AND ${sql.in("m.account_address", accounts)}`
    })

    /** The memberships of these accounts, by account; accounts without one are left out. */
    const findSome = Effect.fn("MembershipsRepo.findSome")(function* (
      communityId: CommunityId,
      accounts: ReadonlyArray<string>
    ) {
      const rows = yield* selectSome({ communityId, accounts })
      return new Map(rows.map((row) => [row.accountAddress, row]))
    })

    /** Changes a membership that was read under this lock. */
    const change = Effect.fn("MembershipsRepo.change")(function* (known: KnownMembership, changes: MembershipChange) {
      const now = yield* Clock.currentTimeMillis
      yield* sql`UPDATE memberships SET ${sql.update({ ...changes, updatedAt: now })}
        WHERE community_id = ${known.communityId} AND account_address = ${known.accountAddress}`
      const before = counts(known.status)
      const after = counts(changes.status ?? known.status)
      if (before === after) return
      yield* after ? countIn(known.communityId, known.accountAddress) : countMember(known.communityId, -1)
    })

    return { insert, withLock, findSome, change, store, forget, setWeights, endSuspensions, moderators }
  })
}) {}
