/**
 * Which orders the next batch takes, and whether it may be made at all (R-B7): what the treasury must hold, what a minimum
 * raise asks of all orders together, and what the ledger says when they are tried.
 */
import { Clock, Effect } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { GatewayDown } from "~/effects/base/failures/failures"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { amountOf, formatAmount, NOTHING } from "~/ledger/index"
import { BatchTrials, type DryRun } from "./BatchTrials.server"
import { type Side, totalsOf } from "./batchRoot"
import { BatchRefused, OrdersWouldFail } from "./errors"
import { EVERY_ORDER, ORDERS } from "./limits"
import { exchangeOf, type OnLedgerSeries } from "./manifests"
import { batchesToMinimum, isBelowMinimum, largestFirst, unitsOf } from "./minimum"
import { wholeText } from "./money"
import type { Batch, Direction, Order } from "./Order"
import type { Failing } from "./OrderChecks.server"
import { OrderLists } from "./OrderLists.server"
import type { Series } from "./Series"

/** Said before the treasury signs. `mayGoOn`: without these orders the sale can go on. */
export const wouldFail = (message: string, failed: ReadonlyArray<Failing>, mayGoOn: boolean) =>
  new OrdersWouldFail({
    message,
    mayGoOn,
    failures: failed.map(({ failure, order: { account, id, units } }) => ({ id, account, units, failure }))
  })

/** A sale that has not begun is begun only if every order that still works reaches the minimum. */
export const mustReach = (series: Series, { batches, failed }: DryRun) => {
  if (series.settledUnits > 0 || batchesToMinimum(series, batches) !== null) return Effect.void
  return wouldFail(
    `Without the orders that would fail ${unitsOf(batches.flat())} units are left, fewer than the minimum of ${series.minRaiseUnits}. Nothing is settled; try again before the orders expire, or cancel the series.`,
    failed,
    false
  )
}

export class BatchChoice extends Effect.Service<BatchChoice>()("effects/bonds/BatchChoice", {
  dependencies: [OrderLists.Default, BatchTrials.Default],
  effect: Effect.gen(function* () {
    const orders = yield* OrderLists
    const ledger = yield* Ledger
    const { dryRun } = yield* BatchTrials

    const isSettling = (seriesId: string) =>
      Effect.map(orders.unsettled(seriesId, "buy", 1), ([first]) => (first?.settlingOrders ?? 0) > 0)

    /** Without what the treasury itself lacks, every failure below would be put down to an order. */
    const mustAfford = Effect.fnUntraced(function* (
      series: OnLedgerSeries,
      direction: Direction,
      chosen: ReadonlyArray<Order>,
      treasury: AccountAddress
    ) {
      const { amount, units } = totalsOf(chosen)
      const { gets } = exchangeOf(series, { direction, units, total: amount })
      const { byAccount } = yield* Effect.mapError(
        ledger.balancesOf(gets.resource, [treasury]),
        (cause) => new GatewayDown({ cause })
      )
      const held = amountOf(byAccount.get(treasury) ?? NOTHING)
      if (held >= gets.amount) return
      const symbol = direction === "buy" ? "units" : series.symbol
      return yield* new BatchRefused({
        message: `The treasury holds ${wholeText(formatAmount(held))} ${symbol}; ${wholeText(formatAmount(gets.amount))} is needed.`
      })
    })

    /** All that wait: as long as a minimum is not reached they stand or fall together; else the next ones. */
    const chosenOf = Effect.fnUntraced(function* (series: Series, direction: Direction, now: number) {
      const isWhole = direction === "buy" && isBelowMinimum(series)
      const waiting = yield* orders.waiting(series.id, direction, now, isWhole ? EVERY_ORDER : ORDERS)
      return { isWhole, waiting: isWhole ? largestFirst(waiting) : waiting }
    })

    /** Between the dry run and the treasury's signature buyers may have spent their money. */
    const mustStillReach = Effect.fnUntraced(function* (series: OnLedgerSeries, batch: Batch, side: Side) {
      if (batch.direction === "redeem" || series.settledUnits > 0 || !isBelowMinimum(series)) return
      const { waiting } = yield* chosenOf(series, batch.direction, yield* Clock.currentTimeMillis)
      const tried = yield* dryRun(series, batch.direction, waiting, side)
      yield* mustReach(series, tried)
      if (tried.failed.some(({ order }) => batch.orderIds.includes(order.id))) {
        return yield* new BatchRefused({ message: "The orders changed meanwhile. Prepare the batch again." })
      }
    })

    return { chosenOf, isSettling, mustAfford, mustStillReach }
  })
}) {}
