/** Opens, closes and ends sales on time. */

import { Effect, Option } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { Sql } from "~/effects/base/db/statements.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { CouponsRepo } from "./CouponsRepo.server"
import { DAY_MS } from "./limits"
import { type Series, settleBy } from "./Series"
import { SeriesCancelling } from "./SeriesCancelling.server"
import { SeriesRepo } from "./SeriesRepo.server"
import { seriesEvent, seriesPath } from "./seriesEvent"

/** Ends a closed sale: the series becomes active or is cancelled. */
const makeSaleEnd = Effect.gen(function* () {
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
  const finish = Effect.fn("SaleLife.finish")(function* (series: Series, now: number) {
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

export const makeSaleLife = Effect.gen(function* () {
  const counts = yield* CommunityCounts
  const repo = yield* SeriesRepo
  const activity = yield* Activity
  const notifications = yield* Notifications
  const { finish } = yield* makeSaleEnd

  const notifyMembers = (series: Series, type: "saleOpen" | "saleEnding", text: string) =>
    notifications.notify({
      to: { everyoneIn: series.communityId },
      type,
      communityId: series.communityId,
      target: seriesPath(series),
      text,
      importance: "normal"
    })

  const open = Effect.fnUntraced(function* (series: Series) {
    const moved = yield* repo.move(series.id, ["scheduled"], { state: "open" })
    if (Option.isNone(moved)) return
    yield* counts.countOpenSales(series.communityId, 1)
    yield* notifyMembers(series, "saleOpen", `The sale of ${series.code} is open.`)
    yield* activity.record(seriesEvent(series, "seriesOpened"))
  })

  const close = Effect.fnUntraced(function* (series: Series) {
    const moved = yield* repo.move(series.id, ["open"], { state: "settling" })
    if (Option.isNone(moved)) return
    yield* counts.countOpenSales(series.communityId, -1)
    yield* activity.record(seriesEvent(series, "seriesClosed"))
  })

  const remind = Effect.fnUntraced(function* (series: Series) {
    yield* repo.move(series.id, ["open"], { notifiedEnding: 1 })
    yield* notifyMembers(series, "saleEnding", `The sale of ${series.code} closes within 24 hours.`)
  })

  /** The next change of a series that is scheduled, open or settling. */
  const step = (series: Series, now: number) => {
    const { saleClosesAt, saleOpensAt, state, notifiedEnding } = series
    if (state === "scheduled") return now >= saleOpensAt ? open(series) : Effect.void
    if (state === "settling") return finish(series, now)
    if (now >= saleClosesAt) return close(series)
    return notifiedEnding === 0 && now >= saleClosesAt - DAY_MS ? remind(series) : Effect.void
  }

  return { step }
})
