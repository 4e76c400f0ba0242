/**
 * Reads the result of batches from the ledger and records it once (docs/ledger.md, "Confirming a transaction"): orders
 * become holdings with receipts, or wait again.
 */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Clock, Effect, Option } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Sql } from "~/effects/base/db/statements.server"
import { GatewayDown } from "~/effects/base/failures/failures"
import { pauseAfter } from "~/effects/base/jobs/WorkItemRows.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { counted } from "~/effects/base/text/counted"
import { randomId } from "~/effects/base/text/random.server"
import { changesOf } from "~/effects/chain/ledger/changes"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { hasPassed, known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { LedgerRecords } from "~/effects/chain/prepared-transactions/LedgerRecords.server"
import { DirectoryTotals } from "~/effects/communities/communities/DirectoryTotals.server"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import { isOnTime } from "~/effects/communities/communities/PublicCounts"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { type AmountText, amountOf, NOTHING, ONE } from "~/ledger/index"
import { BatchesRepo } from "./BatchesRepo.server"
import { daysSince } from "./codes"
import { exchangeOf, isOnLedger, type OnLedgerSeries } from "./manifests"
import { moneyText } from "./money"
import type { Batch, Order, Receipt } from "./Order"
import { OrdersRepo } from "./OrdersRepo.server"
import { ReceiptsRepo } from "./ReceiptsRepo.server"
import { receiptOf } from "./receipts"
import type { Series } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"

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
  const seriesRepo = yield* SeriesRepo
  const orders = yield* OrdersRepo
  const repo = yield* ReceiptsRepo
  const { appOrigin: origin } = yield* Settings

  /** Returns the receipts, numbered in the order of their orders. Joins the surrounding transaction. */
  const write = Effect.fn("BatchOutcomes.write")(function* (
    series: Series,
    batch: Batch,
    settled: ReadonlyArray<Order>,
    { at, intentHash: txId, stateVersion }: CommittedTransaction
  ) {
    const settledAt = Date.parse(at)
    const { direction, units } = batch
    const first = yield* direction === "buy"
      ? seriesRepo.countSold(series.id, settled.length, units)
      : seriesRepo.countRedeemed(series.id, settled.length, units, {
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

/** Nothing can be committed after the treasury's part has expired; this much later the gateway has caught up. */
const MARGIN_MS = 10 * 60_000

/**
 * Checks the transaction against the ledger: every order's part is in it, and the balances changed by the expected
 * sums.
 */
const mismatch = (
  series: OnLedgerSeries,
  batch: Batch,
  settled: ReadonlyArray<Order>,
  treasury: string,
  transaction: CommittedTransaction
): string | undefined => {
  if (settled.some(({ subintentHash }) => !transaction.subintents.includes(subintentHash ?? "")))
    return "an order is missing"
  const { gets, gives } = exchangeOf(series, { ...batch, total: batch.amount })
  const given = changesOf(transaction, gives.resource)(treasury)
  if (batch.escrowId !== null) {
    const handed = changesOf(transaction, gets.resource)(batch.account) === -gets.amount
    const paid = given === gives.amount
    return handed && paid ? undefined : "the balances of the escrow account or the treasury changed in another way"
  }
  const own = settled.some(({ account }) => account === treasury)
  const fits = given === gives.amount && changesOf(transaction, gets.resource)(treasury) === -gets.amount
  return own || fits ? undefined : "the treasury's balances changed in another way"
}

export class BatchOutcomes extends Effect.Service<BatchOutcomes>()("treasury/bonds/BatchOutcomes", {
  dependencies: [
    SeriesRepo.Default,
    OrdersRepo.Default,
    DirectoryTotals.Default,
    LedgerRecords.Default,
    BatchesRepo.Default,
    EscrowsRepo.Default,
    PayeeNotices.Default,
    ReceiptsRepo.Default
  ],
  effect: Effect.gen(function* () {
    const repo = yield* SeriesRepo
    const orders = yield* OrdersRepo
    const ledger = yield* Ledger
    const sql = yield* Sql
    const totals = yield* DirectoryTotals
    const records = yield* LedgerRecords
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
    const giveUp = Effect.fn("BatchOutcomes.giveUp")(function* (
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
    const settle = Effect.fn("BatchOutcomes.settle")(
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
        const settled = yield* orders.several(batch.orderIds)
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

    const statusOf = (txId: string) =>
      ledger.status(txId).pipe(
        Effect.map(({ error, status }) => ({ status, error: Option.getOrElse(error, () => "") })),
        Effect.catchTags({
          UnknownOnLedger: () => Effect.succeed({ status: "Unknown" as const, error: "" }),
          LedgerRefused: (cause) => new GatewayDown({ cause })
        })
      )

    /** Settles the batch if the transaction is what was prepared. */
    const committed = Effect.fnUntraced(function* (batch: Batch, txId: string, treasury: string) {
      const { transaction } = yield* Effect.mapError(
        ledger.committedDetails(txId),
        (cause) => new GatewayDown({ cause })
      )
      const series = yield* Effect.orDie(repo.findOrFail(batch.communityId, batch.seriesId))
      const settled = yield* orders.several(batch.orderIds)
      const wrong = isOnLedger(series) ? mismatch(series, batch, settled, treasury, transaction) : "no resource"
      if (wrong === undefined) return yield* settle(batch, transaction)
      return yield* Effect.logError("a settlement is not what was prepared", batch.id, wrong)
    })

    /** The failed transaction changed nothing except its fee, which the escrow account paid. */
    const failed = Effect.fnUntraced(function* (batch: Batch, txId: string, error: string) {
      const problem = `CommittedFailure: ${error}`
      if (batch.escrowId === null) return yield* giveUp(batch, problem)
      const { transaction } = yield* Effect.mapError(
        ledger.committedDetails(txId),
        (cause) => new GatewayDown({ cause })
      )
      return yield* giveUp(batch, problem, transaction.fee)
    })

    /** Polls the result of a batch once. Fails only if the ledger cannot be read. */
    const check = Effect.fn("BatchOutcomes.check")(function* (batch: Batch, treasury: string) {
      const { payload, txId } = batch
      if (batch.state !== "sent" || txId === null || payload === null) return
      const state = yield* statusOf(txId)
      if (state.status === "CommittedSuccess") return yield* committed(batch, txId, treasury)
      if (state.status === "CommittedFailure") return yield* failed(batch, txId, state.error)
      if (state.status === "PermanentlyRejected") return yield* giveUp(batch, `Rejected: ${state.error}`)
      const now = yield* Clock.currentTimeMillis
      if (state.status !== "Unknown") return
      if (now > batch.expiresAt + MARGIN_MS && (yield* hasPassed(ledger, batch.expiresAt))) {
        return yield* giveUp(batch, "The ledger never saw this transaction. Nothing happened.")
      }
      // The batch is submitted again with every poll, so the next poll reads the current refusal.
      yield* known(ledger.submit(hexToBytes(payload)))
    })

    return { check }
  })
}) {}
