/**
 * Removes an account (docs/product/people.md). Deletes what identifies the person: name, picture, bio, work history,
 * e-mail address, sessions, e-mails, settings, drafts. Keeps, under the account's short address, what others rely on:
 * ballots, published posts, ledger records. Memberships end as if the person had left each community. Everything
 * happens in one transaction; each feature deletes its own rows.
 */

import { Clock, Effect, Option, Schema } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Inbox } from "~/effects/activity/notifications/Inbox.server"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { OutboxRepo } from "~/effects/base/mail/OutboxRepo.server"
import { ActivityLive } from "~/effects/communities/communities/ActivityLive.server"
import { CommunityFollows } from "~/effects/communities/communities/CommunityFollows.server"
import { MemberNames } from "~/effects/communities/communities/MemberNames.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { OwnedCommunities } from "~/effects/communities/communities/OwnedCommunities.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { HandOversRepo } from "~/effects/communities/steering/HandOversRepo.server"
import { Follows } from "~/effects/conversation/discussion/Follows.server"
import { Marks } from "~/effects/conversation/discussion/Marks.server"
import { lockOfPosts } from "~/effects/conversation/discussion/PostingLimits.server"
import { Delegates } from "~/effects/governance/delegations/Delegates.server"
import { DelegationsRepo } from "~/effects/governance/delegations/DelegationsRepo.server"
import { CodesRepo } from "~/effects/people/signup/CodesRepo.server"
import { UploadLeftovers } from "~/effects/people/uploads/UploadLeftovers.server"
import { FormerUsers } from "~/effects/people/users/FormerUsers.server"
import { SessionsRepo } from "~/effects/people/wallet-session/SessionsRepo.server"
import { StillOwner } from "../errors"
import { SecretLinks } from "../SecretLinks.server"
import { shortName } from "../shortName"
import { makeDepartures } from "./Departures.server"

export class Removal extends Effect.Service<Removal>()("people/account/Removal", {
  dependencies: [
    ActivityLive,
    CommunityFollows.Default,
    CodesRepo.Default,
    OwnedCommunities.Default,
    Drafts.Default,
    Follows.Default,
    FormerUsers.Default,
    HandOversRepo.Default,
    Inbox.Default,
    Marks.Default,
    DelegationsRepo.Default,
    Delegates.Default,
    OutboxRepo.Default,
    SecretLinks.Default,
    SessionsRepo.Default,
    UploadLeftovers.Default,
    MemberNames.Default,
    MembershipsRepo.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const activity = yield* Activity
    const codes = yield* CodesRepo
    const owned = yield* OwnedCommunities
    const departures = yield* makeDepartures
    const drafts = yield* Drafts
    const follows = yield* Follows
    const communityFollows = yield* CommunityFollows
    const handOvers = yield* HandOversRepo
    const inbox = yield* Inbox
    const marks = yield* Marks
    const loans = yield* DelegationsRepo
    const delegates = yield* Delegates
    const outbox = yield* OutboxRepo
    const links = yield* SecretLinks
    const pictures = yield* UploadLeftovers
    const sessions = yield* SessionsRepo
    const users = yield* FormerUsers

    const findPerson = findOne({
      Request: Schema.String,
      Result: Schema.Struct({ username: Schema.String, email: Schema.String, displayImage: Schema.String }),
      execute: (account) =>
        sql`SELECT username, email, display_image FROM users WHERE account_address = ${account} AND status = 'active'`
    })

    /** The caller has checked that the account is the session's, with a fresh proof. */
    const remove = Effect.fn("Removal.remove")(function* (account: string) {
      // Takes the lock of the account's posts too: a comment that is being written would keep rows that are deleted
      // here.
      yield* withLocks(sql, [`account:${account}`, lockOfPosts(account)])
      yield* departures.withLocks(account)
      const names = yield* departures.owned(account)
      if (names.length > 0) return yield* new StillOwner({ names })
      const person = yield* findPerson(account)
      if (Option.isNone(person)) return
      const { displayImage, email, username } = person.value
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
      yield* follows.forget(account)
      yield* communityFollows.forget(account)
      yield* marks.forget(account)
      yield* codes.forget(account)
      yield* outbox.forgetUnsent(email)
      yield* pictures.forget(account, displayImage)
      yield* users.forget(account, shortName(account))
      yield* inbox.forgetWaiting(account)
    }, atomically(sql))

    return { owned: departures.owned, remove }
  })
}) {}
