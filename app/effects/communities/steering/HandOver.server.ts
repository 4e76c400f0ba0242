/**
 * Transfers ownership in two steps (docs/product/communities.md): the owner asks a member, who accepts within seven
 * days or declines. Both need a wallet proof from the last 24 hours. There is exactly one owner before, between and
 * after.
 */
import { Clock, Context, DateTime, Duration, Effect, Option } from "effect"
import type { Community, CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { must, requireAllowed } from "~/effects/access/must"
import { withFreshProof } from "~/effects/access/rules"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { NewEvent } from "~/effects/activity/activity/ActivityEvent"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { MAX_OWNED, OwnsTooMany } from "~/effects/communities/communities/errors"
import { badgesHref } from "~/effects/communities/communities/hrefs"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { OwnedCommunities } from "~/effects/communities/communities/OwnedCommunities.server"
import { AlreadyAsked } from "./errors"
import { HandOversRepo } from "./HandOversRepo.server"

// Rules for both sides of a transfer of ownership, and the page where it is answered.

/** The community's own page. */
export const pathOf = (id: CommunityId) => `/community/detail/${id}`
/** Where the nominee answers. */
const questionOf = (id: CommunityId) => `${pathOf(id)}?panel=hand-over`
/** The offer was answered or withdrawn meanwhile, or has expired. */
export const over = (action: string) => new WrongState({ thing: "hand-over", state: "over", action })

/** Requires a wallet proof from the last 24 hours. */
export const requireFresh = ({ communityRole }: Inside) => must(withFreshProof(communityRole, communityRole.now))

/** Drafts are refused as well. */
export const requireNotArchived = ({ community }: Inside) =>
  community.stage === "archived" || community.stage === "draft"
    ? new WrongState({ thing: "community", state: community.stage, action: "handing it over" })
    : Effect.void

export class HandOverNotices extends Effect.Service<HandOverNotices>()("communities/steering/HandOverNotices", {
  dependencies: [Notifications.Default],
  effect: Effect.gen(function* () {
    const notifications = yield* Notifications

    const notify = (community: Community, to: string, text: string, target = pathOf(community.id)) =>
      notifications.notify({
        to: [to],
        type: "role",
        communityId: community.id,
        target,
        text,
        importance: "important"
      })

    /** Ownership does not move the treasury: its badges stay in the wallets of those who held them before. */
    const notifyGivers = (community: Community, from: string, name: string) => {
      const news = `${name} is now the owner of ${community.name}.`
      if (community.treasuryAccount === null) return notify(community, from, news)
      return Effect.forEach(
        new Set([from, community.adminAccount ?? from]),
        (to) => notify(community, to, `${news} Give them an admin badge with your wallet.`, badgesHref(community.id)),
        { discard: true }
      )
    }

    return { notify, notifyGivers }
  })
}) {}

const LIFE = Duration.days(7)
const day = (at: number) => DateTime.formatUtc(DateTime.unsafeMake(at), { locale: "en-GB", dateStyle: "medium" })

export class HandOver extends Effect.Service<HandOver>()("communities/steering/HandOver", {
  dependencies: [
    CommunityWrites.Default,
    HandOverNotices.Default,
    HandOversRepo.Default,
    MembershipsRepo.Default,
    OwnedCommunities.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const writes = yield* CommunityWrites
    const repo = yield* HandOversRepo
    const activity = yield* Activity
    const news = yield* HandOverNotices

    const owned = yield* OwnedCommunities
    const memberships = yield* MembershipsRepo
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
    const accept = Effect.fn("HandOver.accept")(function* (here: Inside) {
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

    const decline = Effect.fn("HandOver.decline")(function* (here: Inside) {
      const { fromAccount, toName } = yield* waitingFor(here, "declining it")
      yield* repo.remove(here.community.id)
      yield* news.notify(
        here.community,
        fromAccount,
        `${toName ?? "A member"} declined to take over ${here.community.name}.`
      )
    }, atomically(sql))

    /** Asks an active member. */
    const start = Effect.fn("HandOver.start")(function* (here: Inside, nominee: string) {
      yield* requireAllowed(here, "settings")
      yield* requireNotArchived(here)
      yield* requireFresh(here)
      const { community, communityRole, visitor } = here
      const member = yield* repo.findMember(community.id, nominee)
      if (member === undefined || member.account === communityRole.account) {
        return yield* new InvalidFields({ fields: { nominee: "No other active member has this name or address." } })
      }
      yield* writes.withLock({ id: community.id })
      const before = yield* repo.pending(community.id)
      if (Option.isSome(before)) return yield* new AlreadyAsked({ name: before.value.toName ?? "Somebody" })
      const createdAt = yield* Clock.currentTimeMillis
      const expiresAt = createdAt + Duration.toMillis(LIFE)
      const from = community.ownerAddress
      yield* repo.put({ communityId: community.id, fromAccount: from, toAccount: member.account, createdAt, expiresAt })
      yield* activity.record({
        communityId: community.id,
        actor: from,
        type: "handOverStarted",
        target: pathOf(community.id),
        data: { name: member.name },
        visibility: "members"
      })
      const owner = visitor?.profile?.username ?? "The owner"
      yield* news.notify(
        community,
        member.account,
        `${owner} asks you to take over ${community.name}. Answer by ${day(expiresAt)}.`,
        questionOf(community.id)
      )
    }, atomically(sql))

    /** The owner withdraws the offer. */
    const takeBack = Effect.fn("HandOver.takeBack")(function* (here: Inside) {
      yield* requireAllowed(here, "settings")
      yield* writes.withLock({ id: here.community.id })
      const found = yield* repo.pending(here.community.id)
      if (Option.isNone(found)) return yield* over("withdrawing it")
      yield* repo.remove(here.community.id)
      yield* news.notify(
        here.community,
        found.value.toAccount,
        `The offer to take over ${here.community.name} was withdrawn.`
      )
    }, atomically(sql))

    return { pending: repo.pending, findMember: repo.findMember, start, takeBack, accept, decline }
  })
}) {}

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
