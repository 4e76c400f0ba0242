/** The changes of a series that time makes: its sale opens, closes and ends; then it matures, is late, and is redeemed. */
import { Effect, Option, Schema } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { Sql, single } from "~/effects/base/db/statements.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { LATE_MS } from "~/effects/communities/communities/PublicCounts"
import { Bonds } from "./Bonds.server"
import { CouponsRepo } from "./CouponsRepo.server"
import { DAY_MS, DEFAULT_MS } from "./limits"
import { OrdersRepo } from "./OrdersRepo.server"
import { type Series, settleBy, unpaidCoupon } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"
import { seriesEvent, seriesPath } from "./seriesEvent"

/** Ends a closed sale: the series becomes active or is cancelled. */
const makeSaleEnd = Effect.gen(function* () {
  const sql = yield* Sql
  const repo = yield* SeriesRepo
  const coupons = yield* CouponsRepo
  const { cancel } = yield* Bonds

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
  const finish = Effect.fn("seriesSteps.finish")(function* (series: Series, now: number) {
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

/** Opens, closes and ends sales on time. */
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

/** Moves running series over time: matured, overdue, defaulted and finally redeemed. */
export const makeRepaymentLife = Effect.gen(function* () {
  const sql = yield* Sql
  const repo = yield* SeriesRepo
  const payments = yield* CouponsRepo
  const activity = yield* Activity
  const orders = yield* OrdersRepo

  /**
   * Since when a holder waits to be redeemed. A request that expired unserved counts as a missed payment, too. Two
   * queries joined, since each uses an index and one would scan all served requests.
   */
  const asked = single({
    Request: Schema.String,
    Result: Schema.Struct({ first: Schema.NullOr(Schema.Number) }),
    execute: (seriesId) => sql`SELECT MIN(since) AS first FROM (
        SELECT MIN(o.signed_at) AS since FROM bond_orders o
        WHERE o.series_id = ${seriesId} AND o.direction = 'redeem' AND o.state IN ('signed', 'settling')
        UNION ALL SELECT MIN(o.signed_at) FROM bond_orders o
        WHERE o.series_id = ${seriesId} AND o.direction = 'redeem' AND o.state = 'lapsed'
          AND NOT EXISTS (SELECT 1 FROM bond_orders n
            WHERE n.series_id = o.series_id AND n.account = o.account AND n.direction = 'redeem'
              AND n.state IN ('settled', 'withdrawn', 'failed') AND n.signed_at > o.signed_at)) waits`
  })

  const isUnderWay = (id: string) =>
    Effect.map(orders.unsettled(id, "redeem", 1), ([first]) => (first?.settlingOrders ?? 0) > 0)

  const step = Effect.fnUntraced(function* (series: Series, now: number) {
    const isMature = now >= series.maturesAt
    const paidOf = yield* payments.paidOf([series])
    const coupon = unpaidCoupon(paidOf(series), now)
    const askedSince = isMature ? (yield* asked(series.id)).first : null
    const waits = [coupon, askedSince].filter((at) => at !== null)
    const since = waits.length === 0 ? null : Math.min(...waits)
    const isLate = since !== null && now - since >= LATE_MS
    const isDone = isMature && coupon === null && series.redeemedUnits >= series.settledUnits
    // A batch on its way is decided first; its requests ended before the collateral opened.
    const isOpen = series.collateralFrom !== null && now >= series.collateralFrom && !(yield* isUnderWay(series.id))
    const running = isLate ? "overdue" : isMature ? "maturing" : "active"
    const state = isDone ? "redeemed" : isOpen ? "collateral" : running
    const isDefault = isLate && (isOpen || now - since >= DEFAULT_MS)
    const defaultedAt = isDefault ? (series.defaultedAt ?? now) : series.defaultedAt
    const lateSince = isLate ? since : null
    if (state !== series.state || lateSince !== series.lateSince || defaultedAt !== series.defaultedAt) {
      yield* repo.move(series.id, [series.state], { state, lateSince, defaultedAt })
    }
    if (state === "overdue" && series.state !== "overdue") {
      yield* activity.record(seriesEvent(series, "bondOverdue"))
    }
    if (state === "collateral" && series.state !== "collateral") {
      yield* activity.record(seriesEvent(series, "collateralOpened"))
    }
  })

  return { step }
})
