/** Ends a closed sale: the series becomes active or is cancelled. */
import { Effect, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { CouponsRepo } from "./CouponsRepo.server"
import { type Series, settleBy } from "./Series"
import { SeriesCancelling } from "./SeriesCancelling.server"
import { SeriesRepo } from "./SeriesRepo.server"

export const makeSaleEnd = Effect.gen(function* () {
  const sql = yield* Sql
  const repo = yield* SeriesRepo
  const coupons = yield* CouponsRepo
  const { cancel } = yield* SeriesCancelling

  const hasOrders = ({ id }: Series) =>
    Effect.map(
      sql`SELECT 1 FROM bond_orders
          WHERE series_id = ${id} AND direction = 'buy' AND state IN ('signed', 'settling') LIMIT 1`,
      (rows) => rows.length > 0
    )

  /**
   * All orders are settled, or the time for it is over. A missed minimum cancels the series at `settleBy`
   * (docs/product/bonds.md).
   */
  const finish = Effect.fn("SaleEnd.finish")(function* (series: Series, now: number) {
    if (yield* hasOrders(series)) return
    if (series.settledUnits > 0) {
      // From now on its coupons fall due one by one.
      const moved = yield* repo.move(series.id, ["settling"], { state: "active" })
      if (Option.isSome(moved)) yield* coupons.schedule(series)
    } else if (now >= settleBy(series)) {
      const isMissed = series.sold < series.minRaiseUnits
      const reason = isMissed ? "The minimum raise was missed." : "No order was settled in time."
      // The treasurer cancelled it in the meantime.
      const meanwhile = () => Effect.void
      yield* Effect.catchTags(cancel(series.communityId, series.id, null, reason), {
        NotThere: meanwhile,
        WrongState: meanwhile
      })
    }
  })

  return { finish }
})
