/**
 * The totals of the public directory: how many communities it lists, how many memberships those have, how many votes
 * they closed and how many bond units they redeemed. Stored, because counting rows costs more the more there are
 * (docs/goals.md A14).
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import type { Deeds, PublicCounts } from "./PublicCounts"
import { LATE_MS } from "./PublicCounts"

const Row = Schema.Struct({ name: Schema.String, value: Schema.Int })
/** Postgres sums BIGINT to NUMERIC, which arrives as a text. */
const Sum = Schema.Union(Schema.Number, Schema.NumberFromString)
const Sums = Schema.Tuple(Schema.Struct({ votes: Sum, votesPassed: Sum, units: Sum, unitsOnTime: Sum }))
const nothing: Deeds = { votes: 0, votesPassed: 0, units: 0, unitsOnTime: 0 }

/**
 * Whoever changes what is listed changes the totals in the same transaction. Call it last: it locks rows that everybody
 * shares.
 */
export const changePublicCounts = (sql: SqlClient.SqlClient, by: Partial<PublicCounts>) =>
  Effect.forEach(
    Object.entries(by)
      .filter(([, change]) => change !== 0)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
    ([name, change]) => sql`UPDATE public_counts SET value = value + ${change} WHERE name = ${name}`,
    { discard: true }
  )

/** The same for what a community did, which counts where the directory lists it. Whoever lists it meanwhile waits. */
export const countDeeds = (sql: SqlClient.SqlClient, communityId: string, by: Partial<Deeds>): Effect.Effect<void> =>
  Effect.gen(function* () {
    const [held] = yield* sql<{ readonly listed: number }>`UPDATE communities SET stage = stage
      WHERE id = ${communityId} RETURNING listed`
    if (held?.listed === 1) yield* changePublicCounts(sql, by)
  }).pipe(Effect.orDie)

/** A payment nobody waited for longer than it may be late: from the day it was due, or from when it was asked for. */
export const isOnTime = ({ askedAt, dueAt, paidAt }: { askedAt: number; dueAt: number; paidAt: number }): boolean =>
  paidAt - Math.max(askedAt, dueAt) < LATE_MS

/** All of one community: what the totals gain or lose with it when the directory begins or ends to list it. */
export const deedsOf = (sql: SqlClient.SqlClient, communityId: string, change: number): Effect.Effect<Deeds> => {
  if (change === 0) return Effect.succeed(nothing)
  const votes = sql`FROM proposals
    WHERE community_id = ${communityId} AND shelf = 'results' AND status <> 'cancelled'`
  const units = sql`FROM bond_receipts r JOIN bond_orders o ON o.id = r.order_id JOIN bond_series s ON s.id = r.series_id
    WHERE r.community_id = ${communityId} AND r.kind = 'redemption'`
  return sql`SELECT (SELECT COUNT(*) ${votes}) AS votes,
      (SELECT COUNT(*) ${votes} AND status NOT IN ('failed', 'noQuorum')) AS votes_passed,
      (SELECT COALESCE(SUM(r.units), 0) ${units}) AS units,
      (SELECT COALESCE(SUM(r.units), 0) ${units} AND (r.settled_at - s.matures_at < ${LATE_MS}
        OR r.settled_at - COALESCE(o.signed_at, 0) < ${LATE_MS})) AS units_on_time`.pipe(
    Effect.flatMap(Schema.decodeUnknown(Sums)),
    Effect.map(([of]) => ({
      votes: change * of.votes,
      votesPassed: change * of.votesPassed,
      units: change * of.units,
      unitsOnTime: change * of.unitsOnTime
    })),
    Effect.orDie
  )
}

export const makeReadPublicCounts = Effect.map(SqlClient.SqlClient, (sql) => {
  const rows = SqlSchema.findAll({
    Request: Schema.Void,
    Result: Row,
    execute: () => sql`SELECT name, value FROM public_counts`
  })
  return rows(undefined).pipe(
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
})
