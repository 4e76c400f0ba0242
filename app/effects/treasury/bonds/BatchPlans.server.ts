/**
 * Plans the next batch of a series: runs its orders dry, ends those that would fail, and stores what the wallet is to
 * sign.
 */
import { Clock, Effect } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { randomId } from "~/effects/base/text/random.server"
import { renderManifest } from "~/ledger/index"
import { BatchChoice, requireReach, wouldFail } from "./BatchChoice.server"
import { BatchDryRuns } from "./BatchDryRuns.server"
import { BatchesRepo } from "./BatchesRepo.server"
import { isEscrowSide, type Side, type SignedSide, totalsOf } from "./batchRoot"
import { BatchRefused } from "./errors"
import { BATCH_LIFE_MS, ROOT_LIFE_MS } from "./limits"
import { batchManifest, type OnLedgerSeries } from "./manifests"
import { batchesToMinimum } from "./minimum"
import type { Batch, Direction, Order } from "./Order"
import type { Failing } from "./OrderChecks.server"
import { OrderEnds } from "./OrderEnds.server"
import { SeriesRepo } from "./SeriesRepo.server"

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
  dependencies: [SeriesRepo.Default, BatchesRepo.Default, BatchChoice.Default, BatchDryRuns.Default, OrderEnds.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* SeriesRepo
    const batches = yield* BatchesRepo
    const choice = yield* BatchChoice
    const { dryRun } = yield* BatchDryRuns
    const { end } = yield* OrderEnds

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
      const { isWhole, waiting: chosen } = yield* choice.chosenOf(series, direction, now)
      if (chosen.length === 0) return yield* new BatchRefused({ message: "No orders are waiting." })
      if (isWhole && (yield* choice.isSettling(series.id))) {
        return yield* new BatchRefused({ message: "A batch has been sent; the ledger has not decided yet." })
      }
      const waiting = yield* choice.requireAffordable(series, direction, chosen, side, isWhole)
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

    return { plan, make }
  })
}) {}
