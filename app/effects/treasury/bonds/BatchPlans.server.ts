/**
 * Plans the next batch of a series: chooses its orders, checks what the treasury must hold and whether a minimum raise is
 * reached, runs them dry, ends those that would fail, and stores what the wallet is to sign (docs/product/bonds.md).
 */
import { Clock, Effect } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { GatewayDown } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { randomId } from "~/effects/base/text/random.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { EscrowAccounts } from "~/effects/treasury/escrow/EscrowAccounts.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { type Amount, amountOf, formatAmount, NOTHING, renderManifest, wellKnown } from "~/ledger/index"
import { type DryRun, type Failing, makeBatchDryRuns } from "./BatchDryRuns.server"
import { BatchesRepo } from "./BatchesRepo.server"
import { type EscrowSide, isEscrowSide, type Side, type SignedSide, totalsOf } from "./batchRoot"
import { BatchRefused, OrdersWouldFail } from "./errors"
import { BATCH_LIFE_MS, EVERY_ORDER, ORDERS, ROOT_LIFE_MS } from "./limits"
import { batchManifest, exchangeOf, type OnLedgerSeries } from "./manifests"
import { batchesToMinimum, isBelowMinimum, largestFirst, unitsOf } from "./minimum"
import { wholeText } from "./money"
import type { Batch, Direction, Order } from "./Order"
import { OrderEnds } from "./OrderEnds.server"
import { OrdersRepo } from "./OrdersRepo.server"
import type { Series } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"
import { SignedParts } from "./SignedParts.server"

const XRD = wellKnown("xrd", NETWORK_ID)

/** Refuses before the treasury signs. `mayGoOn`: the sale can continue without these orders. */
const wouldFail = (message: string, failed: ReadonlyArray<Failing>, mayGoOn: boolean) =>
  new OrdersWouldFail({
    message,
    mayGoOn,
    failures: failed.map(({ failure, order: { account, id, units } }) => ({ id, account, units, failure }))
  })

/** A sale starts to settle only if the orders that passed the dry run reach the minimum. */
const requireReach = (series: Series, { batches, failed }: DryRun) => {
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

const newBatch = (
  series: OnLedgerSeries,
  direction: Direction,
  side: Side,
  orders: ReadonlyArray<Order>,
  { id, now }: { readonly id: string; readonly now: number }
): Batch => ({
  id,
  seriesId: series.id,
  communityId: series.communityId,
  direction,
  state: "prepared",
  ...(isEscrowSide(side)
    ? { account: side.address, badgeId: "", escrowId: side.escrow }
    : { account: side.admin.account, badgeId: side.admin.id, escrowId: null }),
  orderIds: orders.map((order) => order.id),
  ...totalsOf(orders),
  txId: null,
  payload: null,
  problem: null,
  expiresAt: (Math.floor(now / 1000) + (isEscrowSide(side) ? ROOT_LIFE_MS : BATCH_LIFE_MS) / 1000) * 1000,
  createdAt: now,
  updatedAt: now
})

export class BatchPlans extends Effect.Service<BatchPlans>()("treasury/bonds/BatchPlans", {
  dependencies: [
    SeriesRepo.Default,
    BatchesRepo.Default,
    SignedParts.Default,
    Relayer.Default,
    OrderEnds.Default,
    OrdersRepo.Default,
    EscrowAccounts.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* SeriesRepo
    const batches = yield* BatchesRepo
    const { dryRun } = yield* makeBatchDryRuns
    const { end } = yield* OrderEnds
    const orders = yield* OrdersRepo
    const ledger = yield* Ledger
    const accounts = yield* EscrowAccounts

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

    const endFailed = Effect.fnUntraced(function* (series: OnLedgerSeries, failed: ReadonlyArray<Failing>) {
      yield* repo.turn(series.id)
      yield* Effect.forEach(failed, ({ failure, order }) =>
        end({ order, series, from: ["signed"], state: "failed", failure })
      )
    }, atomically(sql))

    /**
     * Stores the batch as prepared. `agreed`: orders that the treasurer has been shown would fail; null agrees to any.
     */
    const plan = Effect.fnUntraced(function* (
      series: OnLedgerSeries,
      direction: Direction,
      side: Side,
      agreed: ReadonlyArray<string> | null
    ) {
      const now = yield* Clock.currentTimeMillis
      const { isWhole, waiting: chosen } = yield* chosenOf(series, direction, now)
      if (chosen.length === 0) return yield* new BatchRefused({ message: "No orders are waiting." })
      if (isWhole && (yield* isSettling(series.id))) {
        return yield* new BatchRefused({ message: "A batch has been sent; the ledger has not decided yet." })
      }
      const waiting = yield* requireAffordable(series, direction, chosen, side, isWhole)
      const tried = yield* dryRun(series, direction, waiting, side)
      if (isWhole) yield* requireReach(series, tried)
      if (agreed !== null && tried.failed.some(({ order }) => !agreed.includes(order.id))) {
        return yield* wouldFail("We tested the batch on the ledger: these orders would fail.", tried.failed, true)
      }
      yield* endFailed(series, tried.failed)
      const [first] = tried.batches
      if (first === undefined) {
        return yield* new BatchRefused({ message: "None of the waiting orders can be settled, so they have ended." })
      }
      const batch = newBatch(series, direction, side, first, { id: yield* randomId(), now })
      yield* atomically(sql)(batches.insert(batch))
      const toMinimum = isWhole ? batchesToMinimum(series, tried.batches) : null
      return { batch, failed: tried.failed.length, fee: tried.fee, toMinimum }
    })

    /** Prepares the batch that the treasury holder's wallet is to sign. */
    const make = Effect.fnUntraced(function* (
      series: OnLedgerSeries,
      direction: Direction,
      side: SignedSide,
      agreed: ReadonlyArray<string> | null
    ) {
      const { batch, failed, fee, toMinimum } = yield* plan(series, direction, side, agreed)
      return {
        batchId: batch.id,
        manifest: renderManifest(batchManifest(series, batch, side.admin, side.treasury)),
        expiration: batch.expiresAt / 1000,
        orders: batch.orderIds.length,
        failed,
        units: batch.units,
        amount: batch.amount,
        symbol: series.symbol,
        fee,
        /** Number of transactions until the minimum is reached, including this one; null if it is reached already. */
        toMinimum
      }
    })

    return { plan, make, requireStillReached }
  })
}) {}
