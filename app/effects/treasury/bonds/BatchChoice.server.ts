/**
 * Chooses the orders of the next batch and checks that it can be made: what the treasury must hold, whether a minimum
 * raise is reached, and what the dry run found (docs/product/bonds.md).
 */
import { Clock, Effect } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { GatewayDown } from "~/effects/base/failures/failures"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { EscrowAccounts } from "~/effects/treasury/escrow/EscrowAccounts.server"
import { type Amount, amountOf, formatAmount, NOTHING, wellKnown } from "~/ledger/index"
import { BatchDryRuns, type DryRun } from "./BatchDryRuns.server"
import { type EscrowSide, isEscrowSide, type Side, totalsOf } from "./batchRoot"
import { BatchRefused, OrdersWouldFail } from "./errors"
import { EVERY_ORDER, ORDERS } from "./limits"
import { exchangeOf, type OnLedgerSeries } from "./manifests"
import { batchesToMinimum, isBelowMinimum, largestFirst, unitsOf } from "./minimum"
import { wholeText } from "./money"
import type { Batch, Direction, Order } from "./Order"
import type { Failing } from "./OrderChecks.server"
import { OrderLists } from "./OrderLists.server"
import type { Series } from "./Series"

const XRD = wellKnown("xrd", NETWORK_ID)

/** Refuses before the treasury signs. `mayGoOn`: the sale can continue without these orders. */
export const wouldFail = (message: string, failed: ReadonlyArray<Failing>, mayGoOn: boolean) =>
  new OrdersWouldFail({
    message,
    mayGoOn,
    failures: failed.map(({ failure, order: { account, id, units } }) => ({ id, account, units, failure }))
  })

/** A sale starts to settle only if the orders that passed the dry run reach the minimum. */
export const requireReach = (series: Series, { batches, failed }: DryRun) => {
  if (series.settledUnits > 0 || batchesToMinimum(series, batches) !== null) return Effect.void
  return wouldFail(
    `Without the orders that would fail ${unitsOf(batches.flat())} units are left, fewer than the minimum of ${series.minRaiseUnits}. Nothing is settled; try again before the orders expire, or cancel the series.`,
    failed,
    false
  )
}

/** What the treasury's holders can do about it; signers have other options than a single admin. */
const ways = ({ isOfSigners }: EscrowSide) =>
  isOfSigners
    ? {
        fees: "or let the site return the rest, and the signers fund a new escrow",
        less: "Let the site return it; the signers can then fund more."
      }
    : {
        fees: "withdraw the rest, or sign batches yourself",
        less: "Withdraw it and fund a new escrow, or sign batches yourself."
      }

const noFees = (left: Amount, lock: Amount, side: EscrowSide) =>
  new BatchRefused({
    message: `The escrow account has too little XRD for fees: it holds ${formatAmount(left)} XRD, and a batch needs ${formatAmount(lock)}. Send XRD to the escrow account, ${ways(side).fees}.`
  })

/** Keeps the order of `chosen` and takes each order that fits into what is left of `room`. */
const fitting = (series: OnLedgerSeries, chosen: ReadonlyArray<Order>, room: Amount) => {
  let left = room
  return chosen.filter((order) => {
    const { amount } = exchangeOf(series, order).gets
    if (amount > left) return false
    left -= amount
    return true
  })
}

export class BatchChoice extends Effect.Service<BatchChoice>()("treasury/bonds/BatchChoice", {
  dependencies: [OrderLists.Default, BatchDryRuns.Default, EscrowAccounts.Default],
  effect: Effect.gen(function* () {
    const orders = yield* OrderLists
    const ledger = yield* Ledger
    const accounts = yield* EscrowAccounts
    const { dryRun } = yield* BatchDryRuns

    const isSettling = (seriesId: string) =>
      Effect.map(orders.unsettled(seriesId, "buy", 1), ([first]) => (first?.settlingOrders ?? 0) > 0)

    /**
     * From escrow: the orders that its balance can pay for, first signed first served; all or none while the minimum is
     * not reached.
     */
    const affordable = Effect.fnUntraced(function* (
      series: OnLedgerSeries,
      direction: Direction,
      chosen: ReadonlyArray<Order>,
      side: EscrowSide,
      isWhole: boolean
    ) {
      const held = yield* accounts.heldIn(side)
      const { gets } = exchangeOf(series, { direction, units: 1, total: NOTHING })
      const lock = side.lock(Math.min(chosen.length, ORDERS))
      if (held(XRD) < lock) return yield* noFees(held(XRD), lock, side)
      const room = held(gets.resource) - (gets.resource === XRD ? lock : 0n)
      const served = fitting(series, chosen, room)
      if (served.length === 0 || (isWhole && served.length < chosen.length)) {
        return yield* new BatchRefused({
          message: `The escrow account holds less than the next orders need. ${ways(side).less}`
        })
      }
      return served
    })

    /** Checks the treasury's balance first; otherwise every failure below would be blamed on an order. */
    const requireHolding = Effect.fnUntraced(function* (
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
      if (held >= gets.amount) return chosen
      const symbol = direction === "buy" ? "units" : series.symbol
      return yield* new BatchRefused({
        message: `The treasury holds ${wholeText(formatAmount(held))} ${symbol}; ${wholeText(formatAmount(gets.amount))} is needed.`
      })
    })

    /** Returns those of the chosen orders that can be served. */
    const requireAffordable = (
      series: OnLedgerSeries,
      direction: Direction,
      chosen: ReadonlyArray<Order>,
      side: Side,
      isWhole: boolean
    ) =>
      isEscrowSide(side)
        ? affordable(series, direction, chosen, side, isWhole)
        : requireHolding(series, direction, chosen, side.treasury)

    /** All waiting orders while a minimum is not reached, since then it is all or none; otherwise the next ones. */
    const chosenOf = Effect.fnUntraced(function* (series: Series, direction: Direction, now: number) {
      const isWhole = direction === "buy" && isBelowMinimum(series)
      const waiting = yield* orders.waiting(series.id, direction, now, isWhole ? EVERY_ORDER : ORDERS)
      return { isWhole, waiting: isWhole ? largestFirst(waiting) : waiting }
    })

    /** Buyers may have spent their money between the dry run and the treasury's signature. */
    const requireStillReached = Effect.fnUntraced(function* (series: OnLedgerSeries, batch: Batch, side: Side) {
      if (batch.direction === "redeem" || series.settledUnits > 0 || !isBelowMinimum(series)) return
      const { waiting } = yield* chosenOf(series, batch.direction, yield* Clock.currentTimeMillis)
      const tried = yield* dryRun(series, batch.direction, waiting, side)
      yield* requireReach(series, tried)
      if (tried.failed.some(({ order }) => batch.orderIds.includes(order.id))) {
        return yield* new BatchRefused({ message: "The orders have changed. Prepare the batch again." })
      }
    })

    return { chosenOf, isSettling, requireAffordable, requireStillReached }
  })
}) {}
