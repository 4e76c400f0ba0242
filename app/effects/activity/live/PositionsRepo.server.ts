/** The progress of things that change without an entry in a community's log. */
import { Effect, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import type { LiveEventKind } from "./LiveEvent"

const Kind: Schema.Schema<LiveEventKind> = Schema.Literal("ballot", "chunk", "order", "step", "notification")

const Position = Schema.Struct({
  kind: Kind,
  /** Id of the community, or the account. */
  place: Schema.String,
  thing: Schema.String,
  /** A text that changes whenever the thing does. */
  far: Schema.String
})
/** A thing in a place, and its progress. */
export type Position = typeof Position.Type

export class PositionsRepo extends Effect.Service<PositionsRepo>()("activity/live/PositionsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const selectInCommunities = findAll({
      Request: Schema.Array(Schema.String),
      Result: Position,
      execute: (ids) => sql`
        SELECT 'ballot' AS kind, p.community_id AS place, p.id AS thing, CAST(s.seq AS TEXT) AS far
        FROM proposals p JOIN vote_tallies s ON s.proposal_id = p.id
        WHERE ${sql.in("p.community_id", ids)} AND p.shelf = 'open'
        UNION ALL SELECT 'chunk', community_id, id, CAST(chunks_done AS TEXT) || '/' || CAST(rows_sent AS TEXT)
        FROM distributions WHERE ${sql.in("community_id", ids)} AND finished = 0 AND state = 'running'
        UNION ALL SELECT 'order', community_id, id,
          CAST(sold AS TEXT) || '/' || CAST(settled_units AS TEXT) || '/' || CAST(redeemed_units AS TEXT)
        FROM bond_series WHERE ${sql.in("community_id", ids)} AND state IN ('open', 'settling', 'maturing', 'overdue')
        UNION ALL SELECT 'step', community_id, topic, CAST(moves AS TEXT)
        FROM transaction_leases WHERE ${sql.in("community_id", ids)}`
    })

    const selectOfPeople = findAll({
      Request: Schema.Array(Schema.String),
      Result: Position,
      execute: (accounts) => sql`
        SELECT 'notification' AS kind, account_address AS place, '' AS thing,
          MAX(id) || '/' || CAST(COUNT(*) AS TEXT) || '/' || CAST(SUM(times) AS TEXT) AS far
        FROM notifications WHERE ${sql.in("account_address", accounts)} AND read_at IS NULL GROUP BY account_address`
    })

    return {
      /**
       * For these communities: open votes, running payouts, bonds on sale or due, and prepared transactions handed to
       * wallets.
       */
      inCommunities: (ids: ReadonlyArray<string>) => selectInCommunities(ids),
      /** For these accounts: their unread notifications. */
      ofPeople: (accounts: ReadonlyArray<string>) => selectOfPeople(accounts)
    }
  })
}) {}
