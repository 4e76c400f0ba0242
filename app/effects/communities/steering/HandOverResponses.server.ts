/** The nominee's answer: they accept or decline to take over the community (docs/product/communities.md). */
import { Context, Effect, Option } from "effect"
import type { Community, CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { NewEvent } from "~/effects/activity/activity/ActivityEvent"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { MAX_OWNED, OwnsTooMany } from "~/effects/communities/communities/errors"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { OwnedCommunities } from "~/effects/communities/communities/OwnedCommunities.server"
import { HandOverNotices, over, pathOf, requireFresh, requireNotArchived } from "./HandOver.server"
import { HandOversRepo } from "./HandOversRepo.server"

export interface OwnerChange {
  readonly community: Pick<Community, "id" | "name">
  /** The new owner. */
  readonly to: AccountAddress
}

/**
 * Called when a community gets a new owner, in the same transaction, so that features of later layers can notify them
 * of what else they take over (publishing). By default it does nothing.
 */
export class OwnerChanged extends Context.Reference<OwnerChanged>()("communities/steering/OwnerChanged", {
  defaultValue:
    () =>
    (_: OwnerChange): Effect.Effect<void> =>
      Effect.void
}) {}

const ownerChanged = (communityId: CommunityId, to: AccountAddress): NewEvent => ({
  communityId,
  actor: to,
  type: "ownerChanged",
  target: pathOf(communityId),
  visibility: "public"
})

export class HandOverResponses extends Effect.Service<HandOverResponses>()("communities/steering/HandOverResponses", {
  dependencies: [
    CommunityWrites.Default,
    MembershipsRepo.Default,
    HandOverNotices.Default,
    HandOversRepo.Default,
    OwnedCommunities.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const writes = yield* CommunityWrites
    const owned = yield* OwnedCommunities
    const memberships = yield* MembershipsRepo
    const repo = yield* HandOversRepo
    const activity = yield* Activity
    const news = yield* HandOverNotices
    const changed = yield* OwnerChanged

    /** The pending offer to this person, read under the lock. */
    const waitingFor = (here: Inside, action: string) =>
      Effect.gen(function* () {
        yield* writes.withLock({ id: here.community.id })
        const found = yield* repo.pending(here.community.id)
        const mine = Option.filter(found, ({ toAccount }) => toAccount === here.communityRole.account)
        return Option.isNone(mine) ? yield* over(action) : mine.value
      })

    const swapRoles = (id: CommunityId, from: AccountAddress, to: AccountAddress) =>
      Effect.gen(function* () {
        yield* memberships.withLock(id)
        const people = yield* memberships.findSome(id, [from, to])
        const [old, next] = [people.get(from), people.get(to)]
        if (old?.role !== "owner" || next?.status !== "active") return yield* over("accepting it")
        yield* memberships.change(old, { role: "member" })
        yield* memberships.change(next, { role: "owner" })
      })

    /** Makes the nominee the owner; the former owner stays as a member. */
    const accept = Effect.fn("HandOverResponses.accept")(function* (here: Inside) {
      yield* requireAllowed(here, "post")
      yield* requireNotArchived(here)
      yield* requireFresh(here)
      const { community } = here
      const { fromAccount: from, toAccount: to, toName } = yield* waitingFor(here, "accepting it")
      yield* withLocks(sql, [`owner:${to}`])
      if ((yield* owned.countOwned(to)) >= MAX_OWNED) return yield* new OwnsTooMany()
      yield* swapRoles(community.id, from, to)
      yield* Effect.orDie(writes.change(community.id, null, to, () => Effect.succeed({ ownerAddress: to })))
      yield* repo.remove(community.id)
      yield* activity.record(ownerChanged(community.id, to))
      yield* news.notifyGivers(community, from, toName ?? "A member")
      yield* changed({ community, to })
    }, atomically(sql))

    const decline = Effect.fn("HandOverResponses.decline")(function* (here: Inside) {
      const { fromAccount, toName } = yield* waitingFor(here, "declining it")
      yield* repo.remove(here.community.id)
      yield* news.notify(
        here.community,
        fromAccount,
        `${toName ?? "A member"} declined to take over ${here.community.name}.`
      )
    }, atomically(sql))

    return { accept, decline }
  })
}) {}
