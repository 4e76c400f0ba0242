/**
 * Removal of an account (docs/product/people.md, 3.6.3; D-17). What tells who somebody is goes: name, picture, words
 * about themselves, e-mail address, sessions, letters, choices, drafts. What others rely on stays under the account's
 * short address: ballots, published posts, ledger records. Memberships end as if the person had left each community.
 * All or nothing: each feature forgets its own rows, in this one transaction.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Inbox } from "~/effects/activity/notifications/Inbox.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { forgetUnsent } from "~/effects/base/mail/forget.server"
import { ActivityLive } from "~/effects/communities/communities/ActivityLive.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { MemberNames } from "~/effects/communities/communities/MemberNames.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { HandOversRepo } from "~/effects/communities/steering/HandOversRepo.server"
import { Marks } from "~/effects/conversation/discussion/Marks.server"
import { forgetCodes } from "~/effects/people/signup/forget.server"
import { forgetUser } from "~/effects/people/users/forget.server"
import { SessionsRepo } from "~/effects/people/wallet-session/SessionsRepo.server"
import { StillOwner } from "../errors"
import { shortName } from "../shortName"

export class Removal extends Effect.Service<Removal>()("effects/Removal", {
  dependencies: [
    ActivityLive,
    CommunityWrites.Default,
    Drafts.Default,
    HandOversRepo.Default,
    Inbox.Default,
    Marks.Default,
    MemberNames.Default,
    MembershipsRepo.Default,
    SessionsRepo.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const activity = yield* Activity
    const communities = yield* CommunityWrites
    const drafts = yield* Drafts
    const handOvers = yield* HandOversRepo
    const inbox = yield* Inbox
    const marks = yield* Marks
    const names = yield* MemberNames
    const memberships = yield* MembershipsRepo
    const sessions = yield* SessionsRepo

    /** Communities that would be left without an owner. */
    const owned = Effect.fn("Removal.owned")(function* (account: string) {
      const rows = yield* sql<{ readonly name: string }>`SELECT name FROM communities
        WHERE owner_address = ${account} AND stage IN ('live', 'deploying', 'deployed') ORDER BY created_at, id`
      return rows.map(({ name }) => name)
    }, Effect.orDie)

    const leaveAll = (account: string) =>
      Effect.gen(function* () {
        const rows = yield* sql<{ readonly communityId: string; readonly status: string }>`
          SELECT community_id, status FROM memberships WHERE account_address = ${account}
          AND status IN ('applied', 'active', 'suspended') ORDER BY community_id`
        for (const row of rows) {
          const communityId = CommunityId.make(row.communityId)
          yield* memberships.takeTurn(communityId)
          const known = (yield* memberships.findSome(communityId, [account])).get(account)
          if (known === undefined) continue
          yield* memberships.change(known, { status: "left", role: "member", applicationNote: null })
          yield* activity.record({
            communityId,
            actor: account,
            type: row.status === "applied" ? "applicationWithdrawn" : "left",
            target: `/community/detail/${communityId}/members`,
            visibility: row.status === "applied" ? "moderators" : "public"
          })
        }
        yield* names.forget(account)
      })

    /** Whoever calls has made sure that the account is the session's, with a fresh proof. */
    const remove = Effect.fn("Removal.remove")(function* (account: string) {
      const now = yield* Clock.currentTimeMillis
      yield* Effect.orDie(takeTurns(sql, [`account:${account}`]))
      const left = yield* owned(account)
      if (left.length > 0) return yield* new StillOwner({ names: left })
      const [user] = yield* Effect.orDie(sql<{ readonly username: string; readonly email: string }>`
          SELECT username, email FROM users WHERE account_address = ${account} AND status = 'active'`)
      if (user === undefined) return
      yield* Effect.orDie(
        Effect.gen(function* () {
          yield* communities.archiveDrafts(account)
          yield* leaveAll(account)
          yield* activity.forgetName(account, user.username, shortName(account))
          yield* sessions.endAll(account)
          yield* inbox.forget(account)
          yield* sql`DELETE FROM secret_links WHERE account_address = ${account}`
          yield* drafts.forget(account)
          yield* marks.forget(account)
          yield* forgetCodes(sql, account)
          yield* handOvers.forget(account)
          yield* forgetUnsent(sql, user.email)
          yield* forgetUser(sql, account, shortName(account), now)
        })
      )
    }, atomically(sql))

    return { owned, remove }
  })
}) {}
