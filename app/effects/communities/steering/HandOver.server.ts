/**
 * Handing a community over, in two steps (docs/product/communities.md, 3.6.7): the owner asks a member, the member
 * accepts within seven days. Both need a proof from their wallet of the last 24 hours. There is exactly one owner
 * before, between and after.
 */
import { SqlClient } from "@effect/sql"
import { Clock, DateTime, Duration, Effect, Option } from "effect"
import type { Community, CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { must, mustBeAllowed } from "~/effects/access/must"
import { withFreshProof } from "~/effects/access/rules"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { InvalidFields, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { MAX_OWNED, OwnsTooMany } from "~/effects/communities/communities/errors"
import { badgesHref } from "~/effects/communities/communities/hrefs"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { AlreadyAsked } from "./errors"
import { HandOversRepo } from "./HandOversRepo.server"

const LIFE = Duration.days(7)

const pathOf = (id: CommunityId) => `/community/detail/${id}`
/** Where the nominee answers. */
const questionOf = (id: CommunityId) => `${pathOf(id)}?panel=hand-over`
const day = (at: number) => DateTime.formatUtc(DateTime.unsafeMake(at), { locale: "en-GB", dateStyle: "medium" })
const over = (action: string) => new WrongState({ thing: "hand-over", state: "over", action })

export class HandOver extends Effect.Service<HandOver>()("effects/HandOver", {
  dependencies: [CommunityWrites.Default, MembershipsRepo.Default, HandOversRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const writes = yield* CommunityWrites
    const memberships = yield* MembershipsRepo
    const repo = yield* HandOversRepo
    const activity = yield* Activity
    const notifications = yield* Notifications

    const mustBeFresh = ({ standing }: Inside) => must(withFreshProof(standing, standing.now))
    const mustNotBeArchived = ({ community }: Inside) =>
      community.stage === "archived" || community.stage === "draft"
        ? new WrongState({ thing: "community", state: community.stage, action: "handing it over" })
        : Effect.void

    const tell = (community: Community, to: string, text: string, target = pathOf(community.id)) =>
      notifications.tell({
        to: [to],
        type: "standing",
        communityId: community.id,
        target,
        text,
        importance: "important"
      })

    /** The treasury does not go over by itself: its key is on the ledger, in the wallets of those who held it before. */
    const tellGivers = (community: Community, from: string, name: string) => {
      const news = `${name} is the owner of ${community.name} now.`
      if (community.treasuryAccount === null) return tell(community, from, news)
      return Effect.forEach(
        new Set([from, community.adminAccount ?? from]),
        (to) => tell(community, to, `${news} Give them an admin badge with your wallet.`, badgesHref(community.id)),
        { discard: true }
      )
    }

    /** The owner asks an active member. */
    const start = Effect.fn("HandOver.start")(function* (here: Inside, nominee: string) {
      yield* mustBeAllowed(here, "settings")
      yield* mustNotBeArchived(here)
      yield* mustBeFresh(here)
      const { community, standing, visitor } = here
      const member = yield* repo.findMember(community.id, nominee)
      if (member === undefined || member.account === standing.account) {
        return yield* new InvalidFields({ fields: { nominee: "No other active member has this name or address." } })
      }
      yield* writes.takeTurn({ id: community.id })
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
      yield* tell(
        community,
        member.account,
        `${owner} asks you to take over ${community.name}. Answer by ${day(expiresAt)}.`,
        questionOf(community.id)
      )
    }, atomically(sql))

    /** What waits for this person's answer, looked at alone. */
    const waitingFor = (here: Inside, action: string) =>
      Effect.gen(function* () {
        yield* writes.takeTurn({ id: here.community.id })
        const found = yield* repo.pending(here.community.id)
        const mine = Option.filter(found, ({ toAccount }) => toAccount === here.standing.account)
        return Option.isNone(mine) ? yield* over(action) : mine.value
      })

    const swapRoles = (id: CommunityId, from: string, to: string) =>
      Effect.gen(function* () {
        yield* memberships.takeTurn(id)
        const people = yield* memberships.findSome(id, [from, to])
        const [old, next] = [people.get(from), people.get(to)]
        if (old?.role !== "owner" || next?.status !== "active") return yield* over("accepting it")
        yield* memberships.change(old, { role: "member" })
        yield* memberships.change(next, { role: "owner" })
      })

    /** The nominee is the owner from here on; the former owner stays as a member. */
    const accept = Effect.fn("HandOver.accept")(function* (here: Inside) {
      yield* mustBeAllowed(here, "post")
      yield* mustNotBeArchived(here)
      yield* mustBeFresh(here)
      const { community } = here
      const { fromAccount: from, toAccount: to, toName } = yield* waitingFor(here, "accepting it")
      yield* Effect.orDie(takeTurns(sql, [`owner:${to}`]))
      if ((yield* writes.countOwned(to)) >= MAX_OWNED) return yield* new OwnsTooMany()
      yield* swapRoles(community.id, from, to)
      yield* Effect.orDie(writes.change(community.id, null, to, () => Effect.succeed({ ownerAddress: to })))
      yield* repo.remove(community.id)
      yield* activity.record({
        communityId: community.id,
        actor: to,
        type: "ownerChanged",
        target: pathOf(community.id),
        visibility: "public"
      })
      yield* tellGivers(community, from, toName ?? "A member")
    }, atomically(sql))

    const decline = Effect.fn("HandOver.decline")(function* (here: Inside) {
      const { fromAccount, toName } = yield* waitingFor(here, "declining it")
      yield* repo.remove(here.community.id)
      yield* tell(here.community, fromAccount, `${toName ?? "A member"} does not take over ${here.community.name}.`)
    }, atomically(sql))

    /** The owner takes the question back. */
    const takeBack = Effect.fn("HandOver.takeBack")(function* (here: Inside) {
      yield* mustBeAllowed(here, "settings")
      yield* writes.takeTurn({ id: here.community.id })
      const found = yield* repo.pending(here.community.id)
      if (Option.isNone(found)) return yield* over("taking it back")
      yield* repo.remove(here.community.id)
      yield* tell(here.community, found.value.toAccount, `${here.community.name} is not handed over to you after all.`)
    }, atomically(sql))

    return { pending: repo.pending, findMember: repo.findMember, start, accept, decline, takeBack }
  })
}) {}
