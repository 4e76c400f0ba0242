/**
 * Checks in the transaction that stores posts whether the writers may still write: they may have been removed or
 * suspended, or the community archived, since the request began. One statement for any number of writers.
 */
import { Clock, Effect, Schema } from "effect"
import { type CommunityId, Stage } from "~/effects/access/Community"
import { MembershipStatus, Role } from "~/effects/access/Membership"
import { must } from "~/effects/access/must"
import { type CommunityRole, permissions } from "~/effects/access/permissions"
import { findAll, Sql } from "~/effects/base/db/statements.server"

const Found = Schema.Struct({
  account: Schema.String,
  stage: Stage,
  role: Schema.NullOr(Role),
  status: Schema.NullOr(MembershipStatus),
  joinedAt: Schema.NullOr(Schema.Number),
  suspendedUntil: Schema.NullOr(Schema.Number)
})
type Found = typeof Found.Type

const membershipOf = ({ joinedAt, role, status, suspendedUntil }: Found): CommunityRole["membership"] =>
  role === null || status === null || joinedAt === null ? null : { role, status, joinedAt, suspendedUntil }

/** An account that was removed or suspended by operators is not found, because its sessions have ended. */
const standingNow = (before: CommunityRole, found: Found | undefined, now: number): CommunityRole =>
  found === undefined
    ? { ...before, account: null, now, membership: null }
    : { ...before, now, community: { ...before.community, stage: found.stage }, membership: membershipOf(found) }

export class WritersNow extends Effect.Service<WritersNow>()("conversation/discussion/WritersNow", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const select = findAll({
      Request: Schema.Struct({
        communityId: Schema.String,
        accounts: Schema.Array(Schema.String),
        now: Schema.Number
      }),
      Result: Found,
      execute: ({ accounts, communityId, now }) => sql`
        SELECT u.account_address AS account, c.stage, m.role, m.status, m.joined_at, m.suspended_until
        FROM users u JOIN communities c ON c.id = ${communityId}
        LEFT JOIN memberships m ON m.community_id = c.id AND m.account_address = u.account_address
        WHERE ${sql.in("u.account_address", accounts)} AND u.status = 'active' AND NOT EXISTS (
          SELECT 1 FROM account_suspensions s WHERE s.account_address = u.account_address
            AND (s.suspended_until IS NULL OR s.suspended_until > ${now}))`
    })

    /**
     * Fails if one of them may no longer post. Call it last, after the activity, whose events lock the community's row:
     * a transaction that ends a membership or archives the community either waits for that lock or is visible here.
     */
    const requireMayStillPost = Effect.fn("WritersNow.requireMayStillPost")(function* (
      communityId: CommunityId,
      standings: ReadonlyArray<CommunityRole>
    ) {
      const now = yield* Clock.currentTimeMillis
      const accounts = [...new Set(standings.flatMap(({ account }) => (account === null ? [] : [account])))]
      const rows = yield* select({ communityId, accounts, now })
      const found = new Map(rows.map((row) => [row.account, row]))
      for (const before of standings) {
        yield* must(permissions.post(standingNow(before, found.get(before.account ?? ""), now)))
      }
    })

    return { requireMayStillPost }
  })
}) {}
