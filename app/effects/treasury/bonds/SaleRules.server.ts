/** Rules for orders and redemption requests: when they are accepted, and how many (docs/product/bonds.md). */
import { Clock, Effect } from "effect"
import { NotThere, TooMany, WrongState } from "~/effects/base/failures/failures"
import { inUtc } from "~/effects/base/text/moments"
import type { Ask } from "./AccountMeans.server"
import { DAY_MS, ORDERS_A_DAY } from "./limits"
import { isOnLedger, type OnLedgerSeries } from "./manifests"
import type { Direction } from "./Order"
import { OrdersRepo, type SaleTotals } from "./OrdersRepo.server"
import { SeriesRepo } from "./SeriesRepo.server"
import { tooEarly } from "./tooEarly"
import { unitsRefused } from "./unitsRefused"
import { stateInWords } from "./words"

const requireFitDay = ({ oldest, today }: SaleTotals, now: number) =>
  today < ORDERS_A_DAY
    ? Effect.void
    : new TooMany({
        message: `You have reached today's limit of ${ORDERS_A_DAY} orders. It resets at ${inUtc("moment", oldest + DAY_MS)} UTC.`,
        retryAfter: Math.ceil((oldest + DAY_MS - now) / 1000)
      })

export class SaleRules extends Effect.Service<SaleRules>()("treasury/bonds/SaleRules", {
  dependencies: [SeriesRepo.Default, OrdersRepo.Default],
  effect: Effect.gen(function* () {
    const repo = yield* SeriesRepo
    const orders = yield* OrdersRepo

    /** Returns the series if it accepts orders of this direction now; fails otherwise. */
    const requireTaken = Effect.fnUntraced(function* (communityId: string, seriesId: string, direction: Direction) {
      const series = yield* repo.findOrFail(communityId, seriesId)
      if (!isOnLedger(series)) return yield* new NotThere({})
      const now = yield* Clock.currentTimeMillis
      const isOpen =
        direction === "buy"
          ? series.state === "open" && now < series.saleClosesAt
          : (series.state === "maturing" || series.state === "overdue") && now >= series.maturesAt
      if (isOpen) return series
      const early = tooEarly(series, direction, now)
      if (early !== null) return yield* early
      // The sale has closed by the clock, but the minute job has not recorded it yet.
      const isClosing = direction === "buy" && series.state === "open"
      return yield* new WrongState({
        thing: "bond series",
        state: isClosing ? stateInWords("settling") : stateInWords(series.state),
        action: direction === "buy" ? "ordering" : "redeeming"
      })
    })

    /**
     * Returns how many units the account already has here; fails if another order of this size would exceed the limits.
     */
    const requireFit = Effect.fnUntraced(function* (series: OnLedgerSeries, { account, direction, units }: Ask) {
      const now = yield* Clock.currentTimeMillis
      const totals = yield* orders.totals(series.id, account, direction, now - DAY_MS)
      yield* requireFitDay(totals, now)
      const refused = direction === "buy" ? unitsRefused(series, units, totals.units) : undefined
      return refused === undefined ? totals : yield* refused
    })

    return { requireTaken, requireFit }
  })
}) {}
