/** Which orders a batch can be made of: tried on the ledger before the treasury signs (R-B7). */
import { Chunk, Effect, Option } from "effect"
import type { AmountText } from "~/effects/base/amounts/AmountText"
import { GatewayDown } from "~/effects/base/failures/failures"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Settler } from "~/effects/treasury/settler/Settler.server"
import { NOTHING, subintentHash, writeHash } from "~/ledger/index"
import { isParkedSide, parkedRootOf, rootOf, type Side, unsigned } from "./batchRoot"
import { BatchRefused } from "./errors"
import { ORDERS } from "./limits"
import type { OnLedgerSeries } from "./manifests"
import type { Direction, Order } from "./Order"
import { type Failing, OrderChecks } from "./OrderChecks.server"
import { SealedOrders } from "./SealedOrders.server"

/** What a dry run on the ledger found. */
export interface DryRun {
  /** Those that work, as they fit into transactions. */
  readonly batches: ReadonlyArray<ReadonlyArray<Order>>
  readonly failed: ReadonlyArray<Failing>
  /** Of the first batch. */
  readonly fee: AmountText
}

/** What is tried: a side of a series, at an epoch of the ledger. */
interface Trial {
  readonly series: OnLedgerSeries
  readonly direction: Direction
  readonly side: Side
  readonly epoch: number
}

/** What was tried in batches, as one dry run. `before` would have failed in any batch. */
const together = (
  before: ReadonlyArray<Failing>,
  tried: ReadonlyArray<{ kept: ReadonlyArray<Order>; failed: ReadonlyArray<Failing>; fee: AmountText }>
): DryRun => {
  const sound = tried.filter(({ kept }) => kept.length > 0)
  return {
    batches: sound.map(({ kept }) => kept),
    failed: [...before, ...tried.flatMap((each) => each.failed)],
    fee: sound[0]?.fee ?? NOTHING
  }
}

export class BatchTrials extends Effect.Service<BatchTrials>()("effects/bonds/BatchTrials", {
  dependencies: [SealedOrders.Default, OrderChecks.Default, Settler.Default],
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger
    const settler = yield* Settler
    const checks = yield* OrderChecks
    const { partOf } = yield* SealedOrders
    const down = (cause: unknown) => new GatewayDown({ cause })

    const preview = (bytes: Uint8Array) => Effect.mapError(ledger.previewV2(bytes, { assumeAllSignatures: true }), down)

    const attempt = Effect.fnUntraced(function* (trial: Trial, orders: ReadonlyArray<Order>) {
      const { direction, epoch, series, side } = trial
      if (isParkedSide(side)) {
        const manifest = parkedRootOf(series, direction, side, orders, "trial")
        const children = yield* Effect.forEach(orders, partOf)
        return yield* preview(yield* settler.dryRun({ manifest, children, epoch, isSignatory: true }))
      }
      const treasury = yield* unsigned(series, direction, orders, side, epoch)
      const hash = writeHash("subtxid", subintentHash(treasury.partial.root), NETWORK_ID)
      const bytes = yield* settler.dryRun({
        manifest: rootOf(series, direction, hash, orders),
        children: [treasury, ...(yield* Effect.forEach(orders, partOf))],
        epoch,
        isSignatory: false
      })
      return yield* preview(bytes)
    })

    /** The whole batch first; only where that fails, order by order, keeping those it works with. */
    const tryBatch = Effect.fnUntraced(function* (trial: Trial, able: ReadonlyArray<Order>) {
      const whole = yield* attempt(trial, able)
      if (whole.status === "Succeeded") return { kept: able, failed: [], fee: whole.fee }
      let kept: ReadonlyArray<Order> = []
      let fee = NOTHING
      const failed: Array<Failing> = []
      for (const order of able) {
        const tried = yield* attempt(trial, [...kept, order])
        if (tried.status === "Succeeded") {
          kept = [...kept, order]
          fee = tried.fee
        } else {
          failed.push({ order, failure: Option.getOrElse(tried.error, () => "The ledger would refuse it") })
        }
      }
      // What fails without any order in it is no order's fault.
      if (kept.length === 0 && isParkedSide(trial.side)) {
        const { error, status } = yield* attempt(trial, [])
        if (status !== "Succeeded") {
          const why = Option.getOrElse(error, () => "the ledger would refuse it")
          return yield* new BatchRefused({ message: `The parked account cannot settle a batch: ${why}` })
        }
      }
      return { kept, failed, fee }
    })

    /** Tries any number of orders, in batches as they would be sent, against the ledger as it is now. */
    const dryRun = Effect.fn("BatchTrials.dryRun")(function* (
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
