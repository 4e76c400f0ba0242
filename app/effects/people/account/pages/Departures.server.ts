/** Leaves every community of an account, as if the person had left each one (docs/product/people.md). */
import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { MemberNames } from "~/effects/communities/communities/MemberNames.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"

export const makeDepartures = Effect.gen(function* () {
  const sql = yield* Sql
  const activity = yield* Activity
  const names = yield* MemberNames
  const memberships = yield* MembershipsRepo
  const notifications = yield* Notifications

  const ownedBy = findAll({
    Request: Schema.String,
    Result: Schema.Struct({ name: Schema.String }),
    execute: (account) => sql`SELECT name FROM communities
        WHERE owner_address = ${account} AND stage IN ('live', 'deploying', 'deployed') ORDER BY created_at, id`
  })

  const placesOf = findAll({
    Request: Schema.String,
    Result: Schema.Struct({ communityId: CommunityId, status: Schema.String }),
    execute: (account) => sql`SELECT community_id, status FROM memberships WHERE account_address = ${account}
        AND status IN ('applied', 'active', 'suspended') ORDER BY community_id`
  })

  /** Names of the communities that would be left without an owner. */
  const owned = Effect.fn("Departures.owned")(function* (account: string) {
    return (yield* ownedBy(account)).map(({ name }) => name)
  })

  /** Locks the memberships of all communities of the account until the transaction ends. */
  const withLocks = Effect.fn("Departures.withLocks")(function* (account: string) {
    const places = yield* placesOf(account)
    yield* memberships.withLock(...places.map(({ communityId }) => communityId))
  })

  /**
   * Ends every membership and application as Leaving does: pending applications no longer ask for a decision, and a
   * removal takes effect again. Joins the caller's transaction.
   */
  const leaveAll = Effect.fn("Departures.leaveAll")(function* (account: string) {
    for (const { communityId, status } of yield* placesOf(account)) {
      yield* memberships.withLock(communityId)
      const known = (yield* memberships.findSome(communityId, [account])).get(account)
      if (known === undefined) continue
      const isApplication = status === "applied"
      if (isApplication) yield* notifications.settle("applicationReceived", communityId, account)
      yield* memberships.change(known, {
        status: isApplication && known.ownerDecides === 1 ? "removed" : "left",
        role: "member",
        applicationNote: null,
        lastReadAt: null
      })
      yield* activity.record({
        communityId,
        actor: account,
        type: isApplication ? "applicationWithdrawn" : "left",
        target: `/community/detail/${communityId}/members`,
        visibility: isApplication ? "moderators" : "public"
      })
    }
    yield* names.forget(account)
  })

  return { owned, withLocks, leaveAll }
})
