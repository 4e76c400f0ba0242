/** Records the end of a batch once: orders become holdings with receipts, or wait again. */
import { Clock, Effect, Option } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Sql } from "~/effects/base/db/statements.server"
import { pauseAfter } from "~/effects/base/jobs/WorkItemRows.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomId } from "~/effects/base/text/random.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { LedgerRecords } from "~/effects/chain/prepared-transactions/LedgerRecords.server"
import { DirectoryTotals } from "~/effects/communities/communities/DirectoryTotals.server"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import { isOnTime } from "~/effects/communities/communities/PublicCounts"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { type AmountText, amountOf, NOTHING, ONE } from "~/ledger/index"
import { BatchesRepo } from "./BatchesRepo.server"
import { daysSince } from "./codes"
import { moneyText } from "./money"
import type { Batch, Order, Receipt } from "./Order"
import { OrderLists } from "./OrderLists.server"
import { OrdersRepo } from "./OrdersRepo.server"
import { ReceiptsRepo } from "./ReceiptsRepo.server"
import { receiptOf } from "./receipts"
import type { Series } from "./Series"
import { SeriesCounters } from "./SeriesCounters.server"
import { SeriesRepo } from "./SeriesRepo.server"
import { counted } from "./unitWords"

/** For the figures on the home page: the units of these orders, and those redeemed in time. */
const redeemedBy = (orders: ReadonlyArray<Order>, dueAt: number, paidAt: number) => {
  const sum = (some: ReadonlyArray<Order>) => some.reduce((all, { units }) => all + units, 0)
  const inTime = orders.filter(({ signedAt }) => isOnTime({ askedAt: signedAt ?? dueAt, dueAt, paidAt }))
  return { units: sum(orders), unitsOnTime: sum(inTime) }
}

/** Whole days of the longest wait beyond the due date. */
const longestWait = (orders: ReadonlyArray<Order>, dueAt: number, paidAt: number) =>
  Math.max(0, ...orders.map(({ signedAt }) => daysSince(Math.max(signedAt ?? dueAt, dueAt), paidAt)))

/** Notification to the owner of a receipt. */
const newsOf = ({ communityId, code, symbol }: Series, { account, amount, id, kind, units }: Receipt) => {
  const isPurchase = kind === "purchase"
  const happened = units === 1 ? "was" : "were"
  return {
    to: [account],
    type: isPurchase ? "order" : "payment",
    communityId,
    target: `/community/detail/${communityId}/bondrecipt?${isPurchase ? "purchase" : "payment"}=${id}`,
    text: isPurchase
      ? `Your order of ${counted(units, "unit")} of ${code} was settled.`
      : `${counted(units, "unit")} of ${code} ${happened} redeemed for ${moneyText(amount)} ${symbol}.`,
    outside: { target: "/userDashboard/bonds" },
    importance: "important"
  } as const
}

/** Activity event of a batch. */
const settledEvent = ({ code, communityId }: Series, { direction, units }: Batch, daysLate: number) =>
  ({
    communityId,
    actor: null,
    type: direction === "buy" ? "bondsSettled" : "bondPaid",
    target: `/community/detail/${communityId}/bondissued?series=${code}`,
    data: { code, units, ...(daysLate > 0 && { daysLate }) },
    visibility: "public"
  }) as const

/** From maturity, or from the request if that was later. */
const longestWaitMs = (orders: ReadonlyArray<Order>, maturesAt: number, settledAt: number) =>
  Math.max(0, ...orders.map(({ signedAt }) => settledAt - Math.max(signedAt ?? maturesAt, maturesAt)))

/** Receipts of orders, written in the transaction that settles their batch. */
const makeOrderReceipts = Effect.gen(function* () {
  const counters = yield* SeriesCounters
  const orders = yield* OrdersRepo
  const repo = yield* ReceiptsRepo
  const { appOrigin: origin } = yield* Settings

  /** Returns the receipts, numbered in the order of their orders. Joins the surrounding transaction. */
  const write = Effect.fn("SettledBatches.write")(function* (
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

export class SettledBatches extends Effect.Service<SettledBatches>()("treasury/bonds/SettledBatches", {
  dependencies: [
    SeriesRepo.Default,
    DirectoryTotals.Default,
    LedgerRecords.Default,
    OrdersRepo.Default,
    OrderLists.Default,
    BatchesRepo.Default,
    EscrowsRepo.Default,
    PayeeNotices.Default,
    ReceiptsRepo.Default,
    SeriesCounters.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const totals = yield* DirectoryTotals
    const records = yield* LedgerRecords
    const repo = yield* SeriesRepo
    const orders = yield* OrdersRepo
    const lists = yield* OrderLists
    const batches = yield* BatchesRepo
    const papers = yield* makeOrderReceipts
    const escrows = yield* EscrowsRepo
    const activity = yield* Activity
    const news = yield* PayeeNotices

    /** Reschedules with backoff. */
    const setBack = Effect.fnUntraced(function* (escrowId: string, problem: string, fee: AmountText) {
      const tries = Option.match(yield* escrows.find(escrowId), { onNone: () => 1, onSome: (one) => one.tries + 1 })
      const nextAt = (yield* Clock.currentTimeMillis) + pauseAfter(tries)
      yield* escrows.add(escrowId, { spent: amountOf(fee) }, { tries, nextAt, problem })
    })

    /** Orders of a batch that changed nothing wait again; expired ones lapse with the next run. */
    const giveUp = Effect.fn("SettledBatches.giveUp")(function* (
      batch: Batch,
      problem: string,
      fee: AmountText = NOTHING
    ) {
      yield* repo.turn(batch.seriesId)
      if (!(yield* batches.move(batch.id, "sent", "failed", { problem }))) return
      if (batch.escrowId !== null) yield* setBack(batch.escrowId, problem, fee)
      yield* Effect.forEach(batch.orderIds, (id) =>
        orders.move(id, ["settling"], { state: "signed", batchId: null, failure: problem })
      )
    }, atomically(sql))

    /** Committed: turns orders into holdings with receipts, once. */
    const settle = Effect.fn("SettledBatches.settle")(
      function* (batch: Batch, transaction: CommittedTransaction) {
        yield* repo.turn(batch.seriesId)
        if (!(yield* batches.move(batch.id, "sent", "committed", { problem: null }))) return
        const { communityId, direction } = batch
        if (batch.escrowId !== null) {
          const paid = direction === "buy" ? BigInt(batch.units) * ONE : amountOf(batch.amount)
          const moved = { batches: 1, orders: batch.orderIds.length, paid, spent: amountOf(transaction.fee) }
          yield* escrows.add(batch.escrowId, moved, { tries: 0, nextAt: 0, problem: null })
        }
        const series = yield* repo.findOrFail(communityId, batch.seriesId)
        const settled = yield* lists.several(batch.orderIds)
        const isSale = direction === "buy"
        const receipts = yield* papers.write(series, batch, settled, transaction)
        yield* records.store({
          communityId,
          kind: isSale ? "bond-settlement" : "bond-redemption",
          related: series.id,
          transaction
        })
        yield* Effect.forEach(receipts, (receipt) => news.notify(newsOf(series, receipt)))
        const paidAt = Date.parse(transaction.at)
        const daysLate = isSale ? 0 : longestWait(settled, series.maturesAt, paidAt)
        yield* activity.record(settledEvent(series, batch, daysLate))
        if (!isSale) yield* totals.countDeeds(communityId, redeemedBy(settled, series.maturesAt, paidAt))
      },
      Effect.orDie,
      atomically(sql)
    )

    return { giveUp, settle }
  })
}) {}
