/** Moves running series over time: matured, overdue, defaulted and finally redeemed. */
import { Effect, Schema } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Sql, single } from "~/effects/base/db/statements.server"
import { LATE_MS } from "~/effects/communities/communities/PublicCounts"
import { DEFAULT_MS } from "./limits"
import { OrderLists } from "./OrderLists.server"
import { type Series, unpaidCoupon } from "./Series"
import { SeriesPayments } from "./SeriesPayments.server"
import { SeriesRepo } from "./SeriesRepo.server"
import { seriesEvent } from "./seriesEvent"

export class RepaymentLife extends Effect.Service<RepaymentLife>()("treasury/bonds/RepaymentLife", {
  dependencies: [SeriesRepo.Default, SeriesPayments.Default, OrderLists.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* SeriesRepo
    const payments = yield* SeriesPayments
    const activity = yield* Activity
    const orders = yield* OrderLists

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
}) {}
