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
import { NOTHING, subintentHash, writeHash } from "~/ledger/index"
import { escrowRootOf, isEscrowSide, rootOf, type Side, unsigned } from "./batchRoot"
import { BatchRefused } from "./errors"
import { ORDERS } from "./limits"
import type { OnLedgerSeries } from "./manifests"
import type { Direction, Order } from "./Order"
import { type Failing, makeOrderChecks } from "./OrderChecks.server"
import { SealedOrders } from "./SealedOrders.server"

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

export class BatchDryRuns extends Effect.Service<BatchDryRuns>()("treasury/bonds/BatchDryRuns", {
  dependencies: [SealedOrders.Default, Relayer.Default],
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger
    const relayer = yield* Relayer
    const checks = yield* makeOrderChecks
    const { partOf } = yield* SealedOrders
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
}) {}
