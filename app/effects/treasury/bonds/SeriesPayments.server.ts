/** What series have paid so far: their coupons, and all redemptions of each together. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import type { Paid, Series } from "./Series"

/** A coupon; or, without a date, all redemptions of a series together. */
const Payment = Schema.Struct({
  seriesId: Schema.String,
  dueAt: Schema.NullOr(Schema.Number),
  paidAt: Schema.NullOr(Schema.Number),
  waitedMs: Schema.NullOr(Schema.Number)
})

/**
 * What a holder waited for: from maturity, or from when they asked later than that. A fragment of a statement that two
 * larger ones contain, so it is a function of the client and no service.
 */
export const waitedMs = (sql: SqlClient.SqlClient) => sql`MAX(r.settled_at - CASE
  WHEN o.signed_at > s.matures_at THEN o.signed_at ELSE s.matures_at END)`

export class SeriesPayments extends Effect.Service<SeriesPayments>()("effects/bonds/SeriesPayments", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const payments = SqlSchema.findAll({
      Request: Schema.Array(Schema.String),
      Result: Payment,
      execute: (ids) => sql`SELECT series_id, due_at, paid_at, CAST(NULL AS BIGINT) AS waited_ms
        FROM bond_coupons WHERE ${sql.in("series_id", ids)}
        UNION ALL SELECT r.series_id, CAST(NULL AS BIGINT), MAX(r.settled_at), ${waitedMs(sql)}
        FROM bond_receipts r JOIN bond_orders o ON o.id = r.order_id JOIN bond_series s ON s.id = r.series_id
        WHERE r.kind = 'redemption' AND ${sql.in("r.series_id", ids)} GROUP BY r.series_id`
    })

    /** Of several series at once, what was paid of each; those that can have paid nothing yet are not asked for. */
    const paidOf = Effect.fn("SeriesPayments.paidOf")(function* (all: ReadonlyArray<Series>) {
      const ids = all
        .filter(({ redeemedUnits, variant }) => variant === "coupon" || redeemedUnits > 0)
        .map(({ id }) => id)
      const rows = ids.length === 0 ? [] : yield* payments(ids)
      return ({ id }: Pick<Series, "id">): Paid => {
        const own = rows.filter(({ seriesId }) => seriesId === id)
        const redeemed = own.find(({ dueAt }) => dueAt === null)
        return {
          coupons: new Map(own.flatMap(({ dueAt, paidAt }) => (dueAt === null ? [] : [[dueAt, paidAt] as const]))),
          redemption:
            redeemed === undefined || redeemed.paidAt === null
              ? null
              : { at: redeemed.paidAt, waitedMs: redeemed.waitedMs ?? 0 }
        }
      }
    }, Effect.orDie)

    return { paidOf }
  })
}) {}
