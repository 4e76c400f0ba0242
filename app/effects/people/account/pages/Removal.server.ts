/**
 * Removal of an account (docs/product/people.md, 3.6.3; D-17). What tells who somebody is goes: name, picture, words
 * about themselves, e-mail address, sessions, letters, choices, drafts. What others rely on stays under the account's
 * short address: ballots, published posts, ledger records. Memberships end as if the person had left each community.
 * All or nothing.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { SessionsRepo } from "~/effects/people/wallet-session/SessionsRepo.server"
import { StillOwner } from "../errors"
import { shortName } from "../shortName"

/** Rows that are about nobody else, in tables with this column. */
const OWN = [
  "notifications",
  "mail_choices",
  "digests",
  "secret_links",
  "drafts",
  "follows",
  "read_marks",
  "email_codes"
] as const

export class Removal extends Effect.Service<Removal>()("effects/Removal", {
  dependencies: [Activity.Default, MembershipsRepo.Default, SessionsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const activity = yield* Activity
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
        yield* sql`UPDATE memberships SET name_key = account_address, application_note = NULL
          WHERE account_address = ${account}`
      })

    /**
     * In what others did to them, the name becomes the short address too. Names hold no quotes
     * (docs/product/people.md).
     */
    const forgetName = (account: string, username: string) =>
      sql`UPDATE activity_events
        SET data = REPLACE(data, ${`"name":"${username}"`}, ${`"name":"${shortName(account)}"`})
        WHERE community_id IN (SELECT community_id FROM memberships WHERE account_address = ${account})
        AND data LIKE ${`%"name":"${username}"%`}`

    /** Whoever calls has made sure that the account is the session's, with a fresh proof. */
    const remove = Effect.fn("Removal.remove")(function* (account: string) {
      const now = yield* Clock.currentTimeMillis
      yield* Effect.orDie(takeTurns(sql, [`account:${account}`]))
      const names = yield* owned(account)
      if (names.length > 0) return yield* new StillOwner({ names })
      const [user] = yield* Effect.orDie(sql<{ readonly username: string; readonly email: string }>`
          SELECT username, email FROM users WHERE account_address = ${account} AND status = 'active'`)
      if (user === undefined) return
      yield* Effect.orDie(
        Effect.gen(function* () {
          yield* sql`UPDATE communities SET stage = 'archived', updated_at = ${now}
              WHERE owner_address = ${account} AND stage = 'draft'`
          yield* leaveAll(account)
          yield* forgetName(account, user.username)
          yield* sessions.endAll(account)
          for (const table of OWN) yield* sql`DELETE FROM ${sql(table)} WHERE account_address = ${account}`
          yield* sql`DELETE FROM hand_overs WHERE to_account = ${account}`
          yield* sql`DELETE FROM outbox WHERE recipient = ${user.email} AND sent_at IS NULL`
          const gone = `removed:${account}`
          yield* sql`UPDATE users SET ${sql.update({
            username: shortName(account),
            usernameKey: gone,
            email: "",
            emailKey: gone,
            emailVerifiedAt: null,
            bio: "",
            displayImage: "",
            tags: "[]",
            workHistory: "[]",
            newsletter: 0,
            personaAddress: null,
            personaLabel: null,
            status: "removed",
            updatedAt: now
          })}, version = version + 1 WHERE account_address = ${account}`
        })
      )
    }, atomically(sql))

    return { owned, remove }
  })
}) {}
