/** The next batch of a series: its orders are tried, those that would fail are ended, and what the wallet signs is fixed. */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"
import { randomId } from "~/effects/base/text/random.server"
import { renderManifest } from "~/ledger/index"
import { BatchChoice, mustReach, wouldFail } from "./BatchChoice.server"
import { BatchesRepo } from "./BatchesRepo.server"
import { BatchTrials } from "./BatchTrials.server"
import { type Side, totalsOf } from "./batchRoot"
import { BatchRefused } from "./errors"
import { BATCH_LIFE_MS } from "./limits"
import { batchManifest, type OnLedgerSeries } from "./manifests"
import { batchesToMinimum } from "./minimum"
import type { Batch, Direction, Order } from "./Order"
import type { Failing } from "./OrderChecks.server"
import { OrderEnds } from "./OrderEnds.server"
import { SeriesRepo } from "./SeriesRepo.server"

const newBatch = (
  series: OnLedgerSeries,
  direction: Direction,
  { admin }: Side,
  orders: ReadonlyArray<Order>,
  { id, now }: { readonly id: string; readonly now: number }
): Batch => ({
  id,
  seriesId: series.id,
  communityId: series.communityId,
  direction,
  state: "prepared",
  account: admin.account,
  badgeId: admin.id,
  orderIds: orders.map((order) => order.id),
  ...totalsOf(orders),
  txId: null,
  payload: null,
  problem: null,
  expiresAt: (Math.floor(now / 1000) + BATCH_LIFE_MS / 1000) * 1000,
  createdAt: now,
  updatedAt: now
})

export class BatchPlans extends Effect.Service<BatchPlans>()("effects/bonds/BatchPlans", {
  dependencies: [SeriesRepo.Default, BatchesRepo.Default, BatchChoice.Default, BatchTrials.Default, OrderEnds.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* SeriesRepo
    const batches = yield* BatchesRepo
    const choice = yield* BatchChoice
    const { dryRun } = yield* BatchTrials
    const { end } = yield* OrderEnds

    const endFailed = Effect.fnUntraced(function* (series: OnLedgerSeries, failed: ReadonlyArray<Failing>) {
      yield* repo.turn(series.id)
      yield* Effect.forEach(failed, ({ failure, order }) =>
        end({ order, series, from: ["signed"], state: "failed", failure })
      )
    }, atomically(sql))

    /** `agreed`: orders the treasurer has read would fail; null agrees to any. */
    const make = Effect.fnUntraced(function* (
      series: OnLedgerSeries,
      direction: Direction,
      side: Side,
      agreed: ReadonlyArray<string> | null
    ) {
      const now = yield* Clock.currentTimeMillis
      const { isWhole, waiting } = yield* choice.chosenOf(series, direction, now)
      if (waiting.length === 0) return yield* new BatchRefused({ message: "No orders are waiting." })
      if (isWhole && (yield* choice.isSettling(series.id))) {
        return yield* new BatchRefused({ message: "A batch is under way; the ledger has not decided yet." })
      }
      yield* choice.mustAfford(series, direction, waiting, side.treasury)
      const tried = yield* dryRun(series, direction, waiting, side)
      if (isWhole) yield* mustReach(series, tried)
      if (agreed !== null && tried.failed.some(({ order }) => !agreed.includes(order.id))) {
        return yield* wouldFail("Tried on the ledger: these orders would fail.", tried.failed, true)
      }
      yield* endFailed(series, tried.failed)
      const [first] = tried.batches
      if (first === undefined) {
        return yield* new BatchRefused({ message: "None of the waiting orders can be honoured. They were ended." })
      }
      const batch = newBatch(series, direction, side, first, { id: yield* randomId(), now })
      yield* atomically(sql)(batches.insert(batch))
      return {
        batchId: batch.id,
        manifest: renderManifest(batchManifest(series, batch, side.admin, side.treasury)),
        expiration: batch.expiresAt / 1000,
        orders: first.length,
        failed: tried.failed.length,
        units: batch.units,
        amount: batch.amount,
        symbol: series.symbol,
        fee: tried.fee,
        /** Transactions until the minimum is reached, this one included; null once it is. */
        toMinimum: isWhole ? batchesToMinimum(series, tried.batches) : null
      }
    })

    return { make }
  })
}) {}
