/** Receipts of orders, written in the transaction that settles their batch. */
import { Effect } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomId } from "~/effects/base/text/random.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import type { Batch, Order } from "./Order"
import { OrdersRepo } from "./OrdersRepo.server"
import { ReceiptsRepo } from "./ReceiptsRepo.server"
import { receiptOf } from "./receipts"
import type { Series } from "./Series"
import { SeriesCounters } from "./SeriesCounters.server"

/** From maturity, or from the request if that was later. */
const longestWaitMs = (orders: ReadonlyArray<Order>, maturesAt: number, settledAt: number) =>
  Math.max(0, ...orders.map(({ signedAt }) => settledAt - Math.max(signedAt ?? maturesAt, maturesAt)))

export class OrderReceipts extends Effect.Service<OrderReceipts>()("treasury/bonds/OrderReceipts", {
  dependencies: [OrdersRepo.Default, ReceiptsRepo.Default, SeriesCounters.Default],
  effect: Effect.gen(function* () {
    const counters = yield* SeriesCounters
    const orders = yield* OrdersRepo
    const repo = yield* ReceiptsRepo
    const { appOrigin: origin } = yield* Settings

    /** Returns the receipts, numbered in the order of their orders. Joins the surrounding transaction. */
    const write = Effect.fn("OrderReceipts.write")(function* (
      series: Series,
      batch: Batch,
      settled: ReadonlyArray<Order>,
      { at, intentHash: txId, stateVersion }: CommittedTransaction
    ) {
      const settledAt = Date.parse(at)
      const { direction, units } = batch
      const first = yield* direction === "buy"
        ? counters.sold(series.id, settled.length, units)
        : counters.redeemed(series.id, settled.length, units, {
            at: settledAt,
            waitedMs: longestWaitMs(settled, series.maturesAt, settledAt)
          })
      const receipts = yield* Effect.forEach(settled, (order, index) =>
        Effect.gen(function* () {
          yield* orders.move(order.id, ["settling"], { state: "settled", txId, sealed: null, failure: null })
          return receiptOf({
            origin,
            order,
            series,
            id: yield* randomId(),
            n: first + index,
            txId,
            stateVersion,
            settledAt
          })
        })
      )
      yield* repo.insert(receipts)
      return receipts
    })

    return { write }
  })
}) {}
