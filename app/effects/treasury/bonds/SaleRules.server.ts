/** Rules for orders and redemption requests: when they are accepted, and how many (docs/product/bonds.md). */

import { Clock, Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { NotThere, TooMany, WrongState } from "~/effects/base/failures/failures"
import { inUtc } from "~/effects/base/text/moments"
import type { Ask } from "./AccountMeans.server"
import { dayText } from "./codes"
import { UnitsRefused } from "./errors"
import { DAY_MS, ORDERS_A_DAY } from "./limits"
import { isOnLedger, type OnLedgerSeries } from "./manifests"
import type { Direction } from "./Order"
import { OrdersRepo, type SaleTotals } from "./OrdersRepo.server"
import type { Series } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"
import { CollateralRefused } from "./secured/errors"
import { tooEarly } from "./tooEarly"
import { counted, orderText } from "./unitWords"
import { stateInWords } from "./words"

// Limits of orders in a series.

/** Limits count the buyer's earlier orders; the last units may be fewer than the smallest order. */
export const unitsRefused = (
  { maxPerBuyer, minPerBuyer, sold, units }: Series,
  wanted: number,
  have: number
): UnitsRefused | undefined => {
  const left = units - sold
  if (left === 0) return new UnitsRefused({ message: "All units are ordered.", left: 0 })
  const most = Math.max(0, Math.min(maxPerBuyer - have, left))
  const least = Math.min(have > 0 ? 1 : minPerBuyer, left)
  if (most === 0) {
    return new UnitsRefused({
      message: `You already have ${counted(have, "unit")}; ${maxPerBuyer} is the most for one buyer.`,
      left: 0
    })
  }
  if (wanted >= least && wanted <= most) return undefined
  return wanted > left && maxPerBuyer - have >= left
    ? new UnitsRefused({ message: left === 1 ? "Only 1 unit is left." : `Only ${left} units are left.`, left })
    : new UnitsRefused({ message: orderText({ have, least, most }), left: most })
}

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
    const requireTaken = Effect.fnUntraced(function* (
      communityId: CommunityId,
      seriesId: string,
      direction: Direction
    ) {
      const series = yield* repo.findOrFail(communityId, seriesId)
      if (!isOnLedger(series)) return yield* new NotThere({})
      const now = yield* Clock.currentTimeMillis
      const isOpen =
        direction === "buy"
          ? series.state === "open" && now < series.saleClosesAt
          : (series.state === "maturing" || series.state === "overdue") && now >= series.maturesAt
      const { code, collateralFrom } = series
      // From then on a holder takes the collateral instead: nobody gets both.
      if (direction === "redeem" && collateralFrom !== null && now >= collateralFrom) {
        return yield* new CollateralRefused({
          message: `Bonds of ${code} could be redeemed until ${dayText(collateralFrom)}. Since then their holders can take the collateral.`
        })
      }
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
