/** Totals of one community: the votes it closed and the bond units it redeemed, counted from their own tables. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { type Deeds, LATE_MS } from "./PublicCounts"

/** Postgres sums BIGINT to NUMERIC, which arrives as text. */
const Sum = Schema.Union(Schema.Number, Schema.NumberFromString)
const Sums = Schema.Struct({ votes: Sum, votesPassed: Sum, units: Sum, unitsOnTime: Sum })
const nothing: Deeds = { votes: 0, votesPassed: 0, units: 0, unitsOnTime: 0 }

export class CommunityDeeds extends Effect.Service<CommunityDeeds>()("communities/communities/CommunityDeeds", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const sumDeeds = SqlSchema.single({
      Request: Schema.String,
      Result: Sums,
      execute: (communityId) => {
        const votes = sql`FROM proposals
          WHERE community_id = ${communityId} AND shelf = 'results' AND status NOT IN ('cancelled', 'uncountable')`
        const units = sql`FROM bond_receipts r JOIN bond_orders o ON o.id = r.order_id
          JOIN bond_series s ON s.id = r.series_id
          WHERE r.community_id = ${communityId} AND r.kind = 'redemption'`
        return sql`SELECT (SELECT COUNT(*) ${votes}) AS votes,
          (SELECT COUNT(*) ${votes} AND status NOT IN ('failed', 'noQuorum')) AS votes_passed,
          (SELECT COALESCE(SUM(r.units), 0) ${units}) AS units,
          (SELECT COALESCE(SUM(r.units), 0) ${units} AND (r.settled_at - s.matures_at < ${LATE_MS}
            OR r.settled_at - COALESCE(o.signed_at, 0) < ${LATE_MS})) AS units_on_time`
      }
    })
    /** What the directory's totals gain or lose when it begins or ceases to list the community. */
    const deedsOf = Effect.fn("CommunityDeeds.deedsOf")(function* (communityId: string, change: number) {
      if (change === 0) return nothing
      const of = yield* Effect.orDie(sumDeeds(communityId))
      return {
        votes: change * of.votes,
        votesPassed: change * of.votesPassed,
        units: change * of.units,
        unitsOnTime: change * of.unitsOnTime
      } satisfies Deeds
    })

    return { deedsOf }
  })
}) {}
