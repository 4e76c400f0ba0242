/**
 * Joins a community, or follows it without joining (docs/product/communities.md). The write reads the membership again
 * under its lock, decides by the same rules as the page, and announces the result in the same transaction. The ledger
 * is queried before the transaction, never inside it.
 */
import { Clock, Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { actorOf, must, requireSignedIn } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { GatewayDown, NotAllowed, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { CommunityFollows } from "~/effects/communities/communities/CommunityFollows.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { type KnownMembership, MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { amountOf, NOTHING } from "~/ledger/index"
import { HoldsTooLittle } from "./errors"
import type { JoinForm } from "./forms"
import { roleNowOf } from "./fresh"
import { Invitations } from "./Invitations.server"
import { joinState, membersPath, policyOf, wayIn } from "./joining"
import { makeDailyMoves } from "./Leaving.server"

// The two ways into a community, each stored and announced: as a member immediately, or as a pending application.

/** What a new membership or application resets. */
const asNew = { role: "member", weight: 1, suspendedUntil: null, reason: null } as const

interface Entry {
  readonly status: "active" | "applied"
  readonly invitedBy: string | null
  readonly applicationNote: string | null
  readonly ownerDecides: 0 | 1
}

const makeAdmissions = Effect.gen(function* () {
  const memberships = yield* MembershipsRepo
  const activity = yield* Activity
  const notifications = yield* Notifications

  const store = Effect.fnUntraced(function* (here: Inside, known: KnownMembership | undefined, entry: Entry) {
    const joinedAt = yield* Clock.currentTimeMillis
    if (known !== undefined) return yield* memberships.change(known, { ...asNew, ...entry, joinedAt })
    const { ownerDecides, ...row } = entry
    const accountAddress = yield* requireSignedIn(here.communityRole, "join it")
    const who = { communityId: here.community.id, accountAddress }
    const marks = { notifications: "all", lastReadAt: null } as const
    yield* memberships
      .insert({ ...asNew, ...row, ...who, ...marks, joinedAt }, ownerDecides)
      .pipe(Effect.catchTag("AlreadyMember", Effect.die))
  })

  /** If the account was removed before, only the owner may decide. */
  const apply = Effect.fn("Joining.apply")(function* (here: Inside, known: KnownMembership | undefined, note: string) {
    const { id: communityId, name } = here.community
    const wasRemoved = known?.status === "removed"
    const applicationNote = note === "" ? null : note
    const ownerDecides = wasRemoved ? 1 : 0
    yield* store(here, known, { status: "applied", invitedBy: null, applicationNote, ownerDecides })
    const target = `${membersPath(communityId)}?tab=applications`
    const actor = here.communityRole.account
    yield* activity.record({ communityId, actor, type: "applied", target, visibility: "moderators" })
    const account = yield* requireSignedIn(here.communityRole, "join it")
    const group = { key: account, account, name: here.visitor?.profile?.username ?? "Somebody" }
    const to = {
      everyoneIn: communityId,
      roles: wasRemoved ? ["owner" as const] : ["owner" as const, "moderator" as const]
    }
    const text = `asks to join ${name}.`
    const notification = {
      to,
      type: "applicationReceived",
      communityId,
      target,
      text,
      group,
      importance: "important"
    } as const
    yield* notifications.notify(notification)
  })

  /** Makes the account a member; `invitedBy` made the invitation that was used. */
  const admit = Effect.fn("Joining.admit")(function* (
    here: Inside,
    known: KnownMembership | undefined,
    invitedBy: string | null
  ) {
    yield* store(here, known, { status: "active", invitedBy, applicationNote: null, ownerDecides: 0 })
    const { id: communityId } = here.community
    const target = membersPath(communityId)
    yield* activity.record({
      communityId,
      actor: here.communityRole.account,
      type: "joined",
      target,
      visibility: "public"
    })
  })

  return { apply, admit }
})

// The token gate: what an account holds, queried from the ledger when the account wants to join.

/** An unexpected response of the ledger is not a refusal: nothing is decided. */
const undecided = { UnknownOnLedger: () => new GatewayDown({}), LedgerRefused: () => new GatewayDown({}) } as const

/** The end of an address, for a token without a symbol of its own. */
const shortName = (resource: ResourceAddress) => `…${resource.slice(-8)}`

const makeTokenGate = Effect.gen(function* () {
  const ledger = yield* Ledger

  /**
   * Fails with the amount that is missing. A gate that names no token admits nobody, because nobody meant to leave it
   * open.
   */
  const requireHolding = Effect.fn("Joining.requireHolding")(function* (
    { joinToken }: Pick<Community, "joinToken">,
    account: AccountAddress
  ) {
    if (joinToken === null) return yield* new HoldsTooLittle({ held: "0", needed: "some", symbol: "tokens" })
    const { minAmount, resource } = joinToken
    const { byAccount } = yield* Effect.catchTags(ledger.balancesOf(resource, [account]), undecided)
    const held = byAccount.get(account) ?? NOTHING
    if (amountOf(held) >= amountOf(minAmount)) return
    const { symbol } = yield* Effect.catchTags(ledger.resource(resource), undecided)
    return yield* new HoldsTooLittle({ held, needed: minAmount, symbol: symbol ?? shortName(resource) })
  })

  return { requireHolding }
})

const subjectOf = ({ community }: Inside, communityRole: Inside["communityRole"]) => ({ ...community, communityRole })

const requireNotSuspended = (here: Inside, communityRole: Inside["communityRole"]) => {
  const state = joinState(subjectOf(here, communityRole), "")
  return state.kind === "suspended"
    ? new NotAllowed({ status: 403, code: "E-SUSPENDED", message: state.message })
    : Effect.void
}

export class Joining extends Effect.Service<Joining>()("communities/members/Joining", {
  dependencies: [MembershipsRepo.Default, Invitations.Default, CommunityFollows.Default, CommunityWrites.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const memberships = yield* MembershipsRepo
    const invitations = yield* Invitations
    const admissions = yield* makeAdmissions
    const moves = yield* makeDailyMoves
    const gate = yield* makeTokenGate

    const follows = yield* CommunityFollows
    const writes = yield* CommunityWrites

    /**
     * Takes the locks of joining and of changing the community, so that neither leaves a follower who is a member or
     * may not read it.
     */
    const follow = Effect.fn("Joining.follow")(function* ({ community: { id }, communityRole }: Inside) {
      const account = yield* actorOf(communityRole, permissions.follow(communityRole))
      yield* writes.withLock({ id })
      yield* memberships.withLock(id)
      const known = (yield* memberships.findSome(id, [account])).get(account)
      yield* must(permissions.follow(roleNowOf(communityRole, known)))
      if (!(yield* follows.begin(id, account))) {
        return yield* new WrongState({ thing: "community", state: "private or archived", action: "following" })
      }
    }, atomically(sql))

    /** Always possible, whatever the state of the community. */
    const unfollow = Effect.fn("Joining.unfollow")(function* ({ community: { id }, communityRole }: Inside) {
      yield* follows.end(id, yield* requireSignedIn(communityRole, "stop following it"))
    })

    /** Queries the ledger if joining needs a token. Members are not checked. */
    const checkGate = Effect.fn("Joining.checkGate")(function* (here: Inside) {
      const { account } = here.communityRole
      const state = joinState(subjectOf(here, here.communityRole), "")
      if (account === null || state.kind !== "outside" || state.obstacle !== null || state.way !== "token") return
      yield* gate.requireHolding(here.community, account)
    })

    /** Admits the caller, or stores the application. Call `checkGate` first, outside the transaction. */
    const enter = Effect.fn("Joining.enter")(function* (here: Inside, form: JoinForm) {
      const { community } = here
      yield* requireNotSuspended(here, here.communityRole)
      const account = yield* actorOf(here.communityRole, permissions.join(here.communityRole))
      yield* memberships.withLock(community.id)
      const known = (yield* memberships.findSome(community.id, [account])).get(account)
      const communityRole = roleNowOf(here.communityRole, known)
      yield* requireNotSuspended(here, communityRole)
      yield* must(permissions.join(communityRole))
      const state = joinState(subjectOf(here, communityRole), form.invite)
      if (state.kind === "applied") return "applied" as const
      yield* moves.requireFit(account)
      const way = wayIn(policyOf(community), known?.status === "removed", form.invite !== "")
      if (way === "approval") {
        yield* admissions.apply(here, known, form.note)
        return "applied" as const
      }
      const invitedBy =
        way === "invite"
          ? yield* invitations.use(community.id, form.invite, account)
          : yield* invitations.takeIfEmailed(community.id, form.invite, account)
      yield* admissions.admit(here, known, invitedBy)
      return "joined" as const
    }, atomically(sql))

    return { checkGate, enter, follow, unfollow }
  })
}) {}
