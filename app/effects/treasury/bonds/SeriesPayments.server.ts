/** What series have paid so far: their coupons, and the redemptions summed up on the series itself. */
import { Effect, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { type PaidOf, redemptionOf, type Series } from "./Series"

const Payment = Schema.Struct({
  seriesId: Schema.String,
  dueAt: Schema.Number,
  paidAt: Schema.NullOr(Schema.Number)
})

export class SeriesPayments extends Effect.Service<SeriesPayments>()("treasury/bonds/SeriesPayments", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const payments = findAll({
      Request: Schema.Array(Schema.String),
      Result: Payment,
      execute: (ids) => sql`SELECT series_id, due_at, paid_at FROM bond_coupons WHERE ${sql.in("series_id", ids)}`
    })

    /** What several series have paid, in one query; series without coupons are not queried. */
    const paidOf = Effect.fn("SeriesPayments.paidOf")(function* (all: ReadonlyArray<Series>) {
      const ids = all.flatMap(({ id, variant }) => (variant === "coupon" ? [id] : []))
      const rows = ids.length === 0 ? [] : yield* payments(ids)
      const of: PaidOf = (series) => ({
        coupons: new Map(rows.flatMap((row) => (row.seriesId === series.id ? [[row.dueAt, row.paidAt] as const] : []))),
        redemption: redemptionOf(series)
      })
      return of
    })

    return { paidOf }
  })
}) {}
