/**
 * Finds the orders that a batch can be made of by a dry run on the ledger before the treasury signs
 * (docs/product/bonds.md).
 */
import { Chunk, Effect, Option } from "effect"
import type { AmountText } from "~/effects/base/amounts/AmountText"
import { GatewayDown } from "~/effects/base/failures/failures"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { amountOf, NOTHING, subintentHash, writeHash } from "~/ledger/index"
import { escrowRootOf, isEscrowSide, rootOf, type Side, unsigned } from "./batchRoot"
import { BatchRefused } from "./errors"
import { ORDERS } from "./limits"
import { exchangeOf, type OnLedgerSeries } from "./manifests"
import type { Direction, Order } from "./Order"
import { RAN_OUT, SPENT } from "./OrderEnds.server"
import { SignedParts } from "./SignedParts.server"

/** An order, and why it would fail. */
export interface Failing {
  readonly order: Order
  readonly failure: string
}

/** Finds orders that would fail in any batch, from the ledger's state, before the dry run. */
const makeOrderChecks = Effect.gen(function* () {
  const ledger = yield* Ledger
  const { partOf } = yield* SignedParts

  /**
   * Orders whose account does not hold what they give. An account with two orders is served as far as its balance
   * goes.
   */
  const spent = Effect.fnUntraced(function* (series: OnLedgerSeries, orders: ReadonlyArray<Order>) {
    const [first] = orders
    if (first === undefined) return new Set<string>()
    const { gives } = exchangeOf(series, first)
    const accounts = [...new Set(orders.map(({ account }) => account))]
    const { byAccount } = yield* Effect.mapError(
      ledger.balancesOf(gives.resource, accounts),
      (cause) => new GatewayDown({ cause })
    )
    const rest = new Map(accounts.map((each) => [each, amountOf(byAccount.get(each) ?? NOTHING)]))
    return new Set(
      orders.flatMap((order) => {
        const left = (rest.get(order.account) ?? 0n) - exchangeOf(series, order).gives.amount
        if (left < 0n) return [order.id]
        rest.set(order.account, left)
        return []
      })
    )
  })

  /**
   * Orders whose wallet chose fewer epochs than they had to wait; with one of them a batch is not a valid
   * transaction.
   */
  const ranOut = (orders: ReadonlyArray<Order>, epoch: number) =>
    Effect.map(
      Effect.filter(orders, (order) =>
        Effect.map(partOf(order), ({ partial }) => partial.root.core.header.endEpoch <= BigInt(epoch) + 1n)
      ),
      (over) => new Set(over.map(({ id }) => id))
    )

  /** Splits the orders into those to run dry, in order, and those that would fail in any batch. */
  const check = Effect.fn("BatchDryRuns.check")(function* (
    series: OnLedgerSeries,
    wanted: ReadonlyArray<Order>,
    epoch: number
  ) {
    const over = yield* ranOut(wanted, epoch)
    const valid = wanted.filter(({ id }) => !over.has(id))
    const without = yield* spent(series, valid)
    const failed = wanted.flatMap((order): ReadonlyArray<Failing> => {
      if (over.has(order.id)) return [{ order, failure: RAN_OUT }]
      return without.has(order.id) ? [{ order, failure: SPENT[order.direction] }] : []
    })
    return { able: valid.filter(({ id }) => !without.has(id)), failed }
  })

  return { check }
})

/** Result of a dry run on the ledger. */
export interface DryRun {
  /** The orders that work, grouped as they fit into transactions. */
  readonly batches: ReadonlyArray<ReadonlyArray<Order>>
  readonly failed: ReadonlyArray<Failing>
  /** XRD for the first batch. */
  readonly fee: AmountText
}

/** One side of a series, to be run dry at an epoch of the ledger. */
interface DryRunOutcome {
  readonly series: OnLedgerSeries
  readonly direction: Direction
  readonly side: Side
  readonly epoch: number
}

/** Merges the dry runs of several batches. `before` are orders that would fail in any batch. */
const together = (
  before: ReadonlyArray<Failing>,
  tried: ReadonlyArray<{ sound: ReadonlyArray<Order>; failed: ReadonlyArray<Failing>; fee: AmountText }>
): DryRun => {
  const sound = tried.filter(({ sound: orders }) => orders.length > 0)
  return {
    batches: sound.map(({ sound: orders }) => orders),
    failed: [...before, ...tried.flatMap((each) => each.failed)],
    fee: sound[0]?.fee ?? NOTHING
  }
}

export const makeBatchDryRuns = Effect.gen(function* () {
  const ledger = yield* Ledger
  const relayer = yield* Relayer
  const checks = yield* makeOrderChecks
  const { partOf } = yield* SignedParts
  const down = (cause: unknown) => new GatewayDown({ cause })

  const preview = (bytes: Uint8Array) => Effect.mapError(ledger.previewV2(bytes, { assumeAllSignatures: true }), down)

  const attempt = Effect.fnUntraced(function* (dryRun: DryRunOutcome, orders: ReadonlyArray<Order>) {
    const { direction, epoch, series, side } = dryRun
    if (isEscrowSide(side)) {
      const manifest = escrowRootOf(series, direction, side, orders, "trial")
      const children = yield* Effect.forEach(orders, partOf)
      return yield* preview(yield* relayer.dryRun({ manifest, children, epoch, isSignatory: true }))
    }
    const treasury = yield* unsigned(series, direction, orders, side, epoch)
    const hash = writeHash("subtxid", subintentHash(treasury.partial.root), NETWORK_ID)
    const bytes = yield* relayer.dryRun({
      manifest: rootOf(series, direction, hash, orders),
      children: [treasury, ...(yield* Effect.forEach(orders, partOf))],
      epoch,
      isSignatory: false
    })
    return yield* preview(bytes)
  })

  /** Runs the whole batch dry first; only if that fails, adds order by order and keeps those that work. */
  const tryBatch = Effect.fnUntraced(function* (dryRun: DryRunOutcome, able: ReadonlyArray<Order>) {
    const whole = yield* attempt(dryRun, able)
    if (whole.status === "Succeeded") return { sound: able, failed: [], fee: whole.fee }
    let sound: ReadonlyArray<Order> = []
    let fee = NOTHING
    const failed: Array<Failing> = []
    for (const order of able) {
      const tried = yield* attempt(dryRun, [...sound, order])
      if (tried.status === "Succeeded") {
        sound = [...sound, order]
        fee = tried.fee
      } else {
        failed.push({ order, failure: Option.getOrElse(tried.error, () => "The ledger would refuse it") })
      }
    }
    // A batch that fails without any order in it is not the fault of an order.
    if (sound.length === 0 && isEscrowSide(dryRun.side)) {
      const { error, status } = yield* attempt(dryRun, [])
      if (status !== "Succeeded") {
        const why = Option.getOrElse(error, () => "the ledger would refuse it")
        return yield* new BatchRefused({ message: `The escrow account cannot settle a batch: ${why}` })
      }
    }
    return { sound, failed, fee }
  })

  /** Runs any number of orders dry against the present ledger, in batches as they would be sent. */
  const dryRun = Effect.fn("BatchDryRuns.dryRun")(function* (
    series: OnLedgerSeries,
    direction: Direction,
    wanted: ReadonlyArray<Order>,
    side: Side
  ) {
    const { epoch } = yield* Effect.mapError(ledger.currentState(), down)
    const { able, failed } = yield* checks.check(series, wanted, epoch)
    const tried = yield* Effect.forEach(
      Chunk.chunksOf(Chunk.fromIterable(able), ORDERS),
      (some) => tryBatch({ series, direction, side, epoch }, Chunk.toReadonlyArray(some)),
      { concurrency: 4 }
    )
    return together(failed, tried)
  })

  return { dryRun }
})
