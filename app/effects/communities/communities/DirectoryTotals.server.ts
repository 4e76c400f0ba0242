/**
 * The totals of the public directory: how many communities it lists, how many memberships those have, how many votes
 * they closed and how many bond units they redeemed. Stored, because counting rows costs more the more there are
 * (docs/goals.md A14).
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Option, Schema } from "effect"
import { type Deeds, LATE_MS, type PublicCounts } from "./PublicCounts"

const Row = Schema.Struct({ name: Schema.String, value: Schema.Int })
/** Postgres sums BIGINT to NUMERIC, which arrives as a text. */
const Sum = Schema.Union(Schema.Number, Schema.NumberFromString)
const Sums = Schema.Struct({ votes: Sum, votesPassed: Sum, units: Sum, unitsOnTime: Sum })
const nothing: Deeds = { votes: 0, votesPassed: 0, units: 0, unitsOnTime: 0 }

export class DirectoryTotals extends Effect.Service<DirectoryTotals>()("effects/DirectoryTotals", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    /**
     * Every change of what is listed changes the totals in the same transaction. Call it last: it locks rows that
     * everybody shares.
     */
    const change = Effect.fn("DirectoryTotals.change")((by: Partial<PublicCounts>) =>
      Effect.orDie(
        Effect.forEach(
          Object.entries(by)
            .filter(([, change]) => change !== 0)
            .sort(([one], [other]) => (one < other ? -1 : 1)),
          ([name, change]) => sql`UPDATE public_counts SET value = value + ${change} WHERE name = ${name}`,
          { discard: true }
        )
      )
    )

    const holdListed = SqlSchema.findOne({
      Request: Schema.String,
      Result: Schema.Struct({ listed: Schema.Int }),
      execute: (id) => sql`UPDATE communities SET stage = stage WHERE id = ${id} RETURNING listed`
    })
    /** The same for what a community did, which counts where the directory lists it. A listing meanwhile waits. */
    const countDeeds = Effect.fn("DirectoryTotals.countDeeds")(function* (communityId: string, by: Partial<Deeds>) {
      const held = yield* Effect.orDie(holdListed(communityId))
      if (Option.isSome(held) && held.value.listed === 1) yield* change(by)
    })

    const sumDeeds = SqlSchema.single({
      Request: Schema.String,
      Result: Sums,
      execute: (communityId) => {
        const votes = sql`FROM proposals
          WHERE community_id = ${communityId} AND shelf = 'results' AND status <> 'cancelled'`
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
    /** All of one community: what the totals gain or lose with it when the directory begins or ends to list it. */
    const deedsOf = Effect.fn("DirectoryTotals.deedsOf")(function* (communityId: string, change: number) {
      if (change === 0) return nothing
      const of = yield* Effect.orDie(sumDeeds(communityId))
      return {
        votes: change * of.votes,
        votesPassed: change * of.votesPassed,
        units: change * of.units,
        unitsOnTime: change * of.unitsOnTime
      } satisfies Deeds
    })

    const rows = SqlSchema.findAll({
      Request: Schema.Void,
      Result: Row,
      execute: () => sql`SELECT name, value FROM public_counts`
    })
    /** As they are stored now. */
    const read = rows(undefined).pipe(
      Effect.map((found): PublicCounts => {
        const of = (name: keyof PublicCounts) => found.find((row) => row.name === name)?.value ?? 0
        return {
          communities: of("communities"),
          memberships: of("memberships"),
          votes: of("votes"),
          votesPassed: of("votesPassed"),
          units: of("units"),
          unitsOnTime: of("unitsOnTime")
        }
      }),
      Effect.orDie,
      Effect.withSpan("publicCounts")
    )

    return { change, countDeeds, deedsOf, read }
  })
}) {}
