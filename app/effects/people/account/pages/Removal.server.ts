/**
 * Removes an account (docs/product/people.md). Deletes what identifies the person: name, picture, bio, work history,
 * e-mail address, sessions, e-mails, settings, drafts. Keeps, under the account's short address, what others rely on:
 * ballots, published posts, ledger records. Memberships end as if the person had left each community. Everything
 * happens in one transaction; each feature deletes its own rows.
 */
import { Clock, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Inbox } from "~/effects/activity/notifications/Inbox.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { coded } from "~/effects/base/failures/coded"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { OutboxRepo } from "~/effects/base/mail/OutboxRepo.server"
import { ActivityLive } from "~/effects/communities/communities/ActivityLive.server"
import { CommunityFollows } from "~/effects/communities/communities/CommunityFollows.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { OwnedCommunities } from "~/effects/communities/communities/OwnedCommunities.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { forgetInvitations } from "~/effects/communities/members/InvitationLists.server"
import { forgetWeightLists } from "~/effects/communities/members/Weights.server"
import { HandOversRepo } from "~/effects/communities/steering/HandOversRepo.server"
import { Removals } from "~/effects/communities/undo/Removals.server"
import { AnnouncementsRepo } from "~/effects/conversation/announcements/AnnouncementsRepo.server"
import { Follows } from "~/effects/conversation/discussion/Follows.server"
import { Marks } from "~/effects/conversation/discussion/Marks.server"
import { lockOfPosts } from "~/effects/conversation/discussion/PostingLimits.server"
import { forgetWaitingPosts } from "~/effects/conversation/moderation/WaitingPostsRepo.server"
import { Delegates } from "~/effects/governance/delegations/Delegates.server"
import { DelegationsRepo } from "~/effects/governance/delegations/DelegationsRepo.server"
import { ProposalDrafts } from "~/effects/governance/proposals/ProposalDrafts.server"
import { CodesRepo } from "~/effects/people/signup/CodesRepo.server"
import { SignupInvitations } from "~/effects/people/signup/SignupInvitations.server"
import { UploadLeftovers } from "~/effects/people/uploads/UploadLeftovers.server"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { SessionsRepo } from "~/effects/people/wallet-session/SessionsRepo.server"
import { ExpensesRepo } from "~/effects/treasury/expenses/ExpensesRepo.server"
import { SecretLinks } from "../SecretLinks.server"
import { shortName } from "../shortName"

/** A community would be left without an owner (docs/product/people.md). */
export class StillOwner extends coded("StillOwner", "E-HAND-OVER", 409, {
  fields: { names: Schema.Array(Schema.String) },
  message: ({ names }) => `Hand over or archive ${names.join(", ")} first.`
}) {}

/** Leaves every community of an account, as if the person had left each one (docs/product/people.md). */
const makeDepartures = Effect.gen(function* () {
  const sql = yield* Sql
  const activity = yield* Activity
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
  const owned = Effect.fn("Removal.owned")(function* (account: AccountAddress) {
    return (yield* ownedBy(account)).map(({ name }) => name)
  })

  /** Locks the memberships of all communities of the account until the transaction ends. */
  const withLocks = Effect.fn("Removal.withLocks")(function* (account: AccountAddress) {
    const places = yield* placesOf(account)
    yield* memberships.withLock(...places.map(({ communityId }) => communityId))
  })

  /**
   * Ends every membership and application as Leaving does: pending applications no longer ask for a decision, and a
   * removal takes effect again. Joins the caller's transaction.
   */
  const leaveAll = Effect.fn("Removal.leaveAll")(function* (account: AccountAddress) {
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
    yield* memberships.forget(account)
  })

  return { owned, withLocks, leaveAll }
})

export class Removal extends Effect.Service<Removal>()("people/account/Removal", {
  dependencies: [
    ActivityLive,
    CommunityFollows.Default,
    CodesRepo.Default,
    OwnedCommunities.Default,
    Drafts.Default,
    ExpensesRepo.Default,
    Follows.Default,
    UsersRepo.Default,
    HandOversRepo.Default,
    Inbox.Default,
    Marks.Default,
    AnnouncementsRepo.Default,
    ProposalDrafts.Default,
    Removals.Default,
    DelegationsRepo.Default,
    Delegates.Default,
    OutboxRepo.Default,
    SecretLinks.Default,
    SessionsRepo.Default,
    SignupInvitations.Default,
    UploadLeftovers.Default,
    MembershipsRepo.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const activity = yield* Activity
    const expenses = yield* ExpensesRepo
    const codes = yield* CodesRepo
    const invitations = yield* SignupInvitations
    const owned = yield* OwnedCommunities
    const departures = yield* makeDepartures
    const drafts = yield* Drafts
    const announcements = yield* AnnouncementsRepo
    const proposals = yield* ProposalDrafts
    const follows = yield* Follows
    const communityFollows = yield* CommunityFollows
    const handOvers = yield* HandOversRepo
    const inbox = yield* Inbox
    const marks = yield* Marks
    const removals = yield* Removals
    const loans = yield* DelegationsRepo
    const delegates = yield* Delegates
    const outbox = yield* OutboxRepo
    const links = yield* SecretLinks
    const pictures = yield* UploadLeftovers
    const sessions = yield* SessionsRepo
    const users = yield* UsersRepo

    const findPerson = findOne({
      Request: Schema.String,
      Result: Schema.Struct({ username: Schema.String, email: Schema.String, displayImage: Schema.String }),
      execute: (account) =>
        sql`SELECT username, email, display_image FROM users WHERE account_address = ${account} AND status = 'active'`
    })

    /** The caller has checked that the account is the session's, with a fresh proof. */
    const remove = Effect.fn("Removal.remove")(function* (account: AccountAddress) {
      // Takes the lock of the account's posts too: a comment that is being written would keep rows that are deleted
      // here.
      yield* withLocks(sql, [`account:${account}`, lockOfPosts(account)])
      yield* departures.withLocks(account)
      const names = yield* departures.owned(account)
      if (names.length > 0) return yield* new StillOwner({ names })
      const person = yield* findPerson(account)
      if (Option.isNone(person)) return
      const { displayImage, email, username } = person.value
      yield* removals.forget(account)
      // In the order in which other writers lock (docs/architecture.md, "Order of locks").
      yield* inbox.forget(account)
      yield* loans.end(null, account, yield* Clock.currentTimeMillis)
      yield* delegates.forget(account)
      yield* handOvers.forget(account)
      yield* owned.archiveDrafts(account)
      yield* departures.leaveAll(account)
      yield* activity.forgetName(account, username, shortName(account))
      yield* sessions.endAll(account)
      yield* links.forget(account)
      yield* drafts.forget(account)
      yield* proposals.forget(account)
      yield* announcements.forgetDrafts(account)
      yield* follows.forget(account)
      yield* communityFollows.forget(account)
      yield* marks.forget(account)
      yield* Effect.forEach(yield* expenses.forget(account), pictures.noteNow, { discard: true })
      yield* codes.forget(account)
      yield* invitations.forget(account)
      yield* outbox.forgetUnsent(email)
      yield* forgetWaitingPosts(sql, account)
      yield* forgetInvitations(sql, account, email)
      yield* forgetWeightLists(sql, account)
      yield* pictures.forget(account, displayImage)
      yield* users.forget(account, shortName(account))
      yield* inbox.forgetWaiting(account)
    }, atomically(sql))

    return { owned: departures.owned, remove }
  })
}) {}
