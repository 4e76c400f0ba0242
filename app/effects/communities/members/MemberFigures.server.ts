/** Figures about the members: their number over time, how many applications are pending, and who votes. */

import { Effect, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { LATEST_VOTES, participationOf } from "./participation"

const Turnout = Schema.Struct({
  number: Schema.Int,
  title: Schema.String,
  account: Schema.NullOr(AccountAddress),
  voted: Schema.Int
})

const Figures = Schema.Array(Schema.Struct({ what: Schema.Literal("day", "waiting"), at: Schema.Int, n: Schema.Int }))

export class MemberFigures extends Effect.Service<MemberFigures>()("communities/members/MemberFigures", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    /**
     * Figures about the whole list, in one statement: the number of members at the end of each of the latest days on
     * which it changed, oldest first (days since 1970), and the number of pending applications, counted up to `limit`.
     */
    const around = Effect.fn("MemberFigures.around")(function* (communityId: CommunityId, days: number, limit: number) {
      const rows = yield* sql`SELECT * FROM (
          SELECT 'day' AS what, day AS at, members AS n FROM community_days WHERE community_id = ${communityId}
          ORDER BY day DESC LIMIT ${days}) latest
        UNION ALL SELECT 'waiting', 0, COUNT(*) FROM (
          SELECT 1 FROM memberships WHERE community_id = ${communityId} AND status = 'applied' LIMIT ${limit}) waiting`.pipe(
        Effect.flatMap(Schema.decodeUnknown(Figures)),
        Effect.orDie
      )
      return {
        overTime: rows.filter(({ what }) => what === "day").toSorted((one, other) => one.at - other.at),
        waiting: rows.find(({ what }) => what === "waiting")?.n ?? 0
      }
    })

    /**
     * Which of these accounts voted in the latest closed votes, oldest first. An account that was on no list of voters
     * has no entry.
     */
    const participation = Effect.fn("MemberFigures.participation")(function* (
      communityId: CommunityId,
      accounts: ReadonlyArray<string>
    ) {
      const rows = yield* sql`SELECT p.number, p.title, v.account_address AS account,
          CASE WHEN v.voted_at IS NULL THEN 0 ELSE 1 END AS voted
        FROM (SELECT id, number, title, closed_at FROM proposals
          WHERE community_id = ${communityId} AND closed_at IS NOT NULL AND status <> 'cancelled'
          ORDER BY closed_at DESC, id DESC LIMIT ${LATEST_VOTES}) p
        LEFT JOIN voters v ON v.proposal_id = p.id AND ${sql.in("v.account_address", accounts.length === 0 ? [""] : accounts)}
        ORDER BY p.closed_at, p.id`.pipe(Effect.flatMap(Schema.decodeUnknown(Schema.Array(Turnout))), Effect.orDie)
      return participationOf(rows)
    })

    return { around, participation }
  })
}) {}
