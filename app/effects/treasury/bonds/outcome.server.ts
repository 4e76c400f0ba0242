/** What became of batches: read from the ledger, written once (docs/ledger.md, "prove it"). */
import { SqlClient } from "@effect/sql"
import { hexToBytes } from "@noble/hashes/utils.js"
import { Clock, Effect, Option } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { GatewayDown } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomId } from "~/effects/base/text/random.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { recordTransaction } from "~/effects/chain/ledger-steps/records.server"
import { DirectoryTotals } from "~/effects/communities/communities/DirectoryTotals.server"
import { isOnTime } from "~/effects/communities/communities/PublicCounts"
import { amountOf } from "~/ledger/index"
import { daysSince } from "./codes"
import { exchangeOf, isOnLedger, type OnLedgerSeries } from "./manifests"
import { moneyText } from "./money"
import type { Batch, Order } from "./Order"
import { OrdersRepo } from "./OrdersRepo.server"
import { receiptOf } from "./receipts"
import { SeriesRepo } from "./SeriesRepo.server"
import { counted } from "./unitWords"

/** For home's figures: the units of these orders, and of whom nobody waited too long. */
const redeemedBy = (orders: ReadonlyArray<Order>, dueAt: number, paidAt: number) => {
  const sum = (some: ReadonlyArray<Order>) => some.reduce((all, { units }) => all + units, 0)
  const inTime = orders.filter(({ signedAt }) => isOnTime({ askedAt: signedAt ?? dueAt, dueAt, paidAt }))
  return { units: sum(orders), unitsOnTime: sum(inTime) }
}

/** Whole days that somebody waited for more than was due. */
const longestWait = (orders: ReadonlyArray<Order>, dueAt: number, paidAt: number) =>
  Math.max(0, ...orders.map(({ signedAt }) => daysSince(Math.max(signedAt ?? dueAt, dueAt), paidAt)))

/** After the treasury's part has ended nothing can be committed any more; so much later the ledger has caught up. */
const MARGIN_MS = 10 * 60_000

export const makeOutcome = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const totals = yield* DirectoryTotals
  const repo = yield* SeriesRepo
  const orders = yield* OrdersRepo
  const ledger = yield* Ledger
  const { appOrigin: origin } = yield* Settings
  const activity = yield* Activity
  const notifications = yield* Notifications
  const down = (cause: unknown) => new GatewayDown({ cause })

  /** Orders of a batch that changed nothing wait again, those whose time is over lapse with the next look. */
  const giveUp = Effect.fn("Settlements.giveUp")(function* (batch: Batch, problem: string) {
    yield* repo.turn(batch.seriesId)
    if (!(yield* orders.moveBatch(batch.id, "sent", "failed", { problem }))) return
    yield* Effect.forEach(batch.orderIds, (id) =>
      orders.move(id, ["settling"], { state: "signed", batchId: null, failure: problem })
    )
  }, atomically(sql))

  /** Committed: orders become holdings with receipts, once. */
  const settle = Effect.fn("Settlements.settle")(
    function* (batch: Batch, transaction: CommittedTransaction) {
      yield* repo.turn(batch.seriesId)
      const { at, intentHash: txId, stateVersion } = transaction
      if (!(yield* orders.moveBatch(batch.id, "sent", "committed", { problem: null }))) return
      const series = yield* repo.mustFind(batch.communityId, batch.seriesId)
      const settled = yield* orders.several(batch.orderIds)
      const isSale = batch.direction === "buy"
      const [numbered] = yield* sql<{ readonly last: number }>`UPDATE bond_series
        SET receipt_seq = receipt_seq + ${isSale ? settled.length : 0},
          payment_seq = payment_seq + ${isSale ? 0 : settled.length},
          settled_units = settled_units + ${isSale ? batch.units : 0},
          redeemed_units = redeemed_units + ${isSale ? 0 : batch.units}
        WHERE id = ${series.id} RETURNING ${sql.literal(isSale ? "receipt_seq" : "payment_seq")} AS last`
      const first = Number(numbered?.last ?? 0) - settled.length + 1
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
            settledAt: Date.parse(at)
          })
        })
      )
      yield* orders.insertReceipts(receipts)
      yield* recordTransaction(sql, {
        communityId: batch.communityId,
        kind: batch.direction === "buy" ? "bond-settlement" : "bond-redemption",
        related: series.id,
        transaction
      })
      const target = `/community/detail/${batch.communityId}/bondissued?series=${series.code}`
      yield* Effect.forEach(receipts, (receipt) =>
        notifications.tell({
          to: [receipt.account],
          type: batch.direction === "buy" ? "order" : "payment",
          communityId: batch.communityId,
          target: `/community/detail/${batch.communityId}/bondrecipt?${receipt.kind === "purchase" ? "purchase" : "payment"}=${receipt.id}`,
          text:
            batch.direction === "buy"
              ? `Your order of ${counted(receipt.units, "unit")} of ${series.code} was settled.`
              : `${counted(receipt.units, "unit")} of ${series.code} ${receipt.units === 1 ? "was" : "were"} redeemed for ${moneyText(receipt.amount)} ${series.symbol}.`,
          importance: "important"
        })
      )
      const daysLate = isSale ? 0 : longestWait(settled, series.maturesAt, Date.parse(at))
      yield* activity.record({
        communityId: batch.communityId,
        actor: null,
        type: batch.direction === "buy" ? "bondsSettled" : "bondPaid",
        target,
        data: { code: series.code, units: batch.units, ...(daysLate > 0 && { daysLate }) },
        visibility: "public"
      })
      if (!isSale) yield* totals.countDeeds(batch.communityId, redeemedBy(settled, series.maturesAt, Date.parse(at)))
    },
    Effect.orDie,
    atomically(sql)
  )

  /** What the ledger must show: every order's part in it, and the sums on the treasury's account. */
  const mismatch = (
    series: OnLedgerSeries,
    batch: Batch,
    settled: ReadonlyArray<Order>,
    treasury: string,
    { fungibleChanges, subintents }: CommittedTransaction
  ): string | undefined => {
    if (settled.some(({ subintentHash }) => !subintents.includes(subintentHash ?? ""))) return "an order is missing"
    const { gets, gives } = exchangeOf(series, { ...batch, total: batch.amount })
    const changed = (resource: string) =>
      fungibleChanges
        .filter((change) => change.entity === treasury && change.resource === resource)
        .reduce((sum, { change }) => sum + amountOf(change), 0n)
    const own = settled.some(({ account }) => account === treasury)
    const fits = changed(gives.resource) === gives.amount && changed(gets.resource) === -gets.amount
    return own || fits ? undefined : "the treasury's balances changed otherwise"
  }

  /** Looks once at what became of a batch. Fails only where the ledger cannot be read. */
  const check = Effect.fn("Settlements.check")(function* (batch: Batch, treasury: string) {
    const { payload, txId } = batch
    if (batch.state !== "sent" || txId === null || payload === null) return
    const state = yield* ledger.status(txId).pipe(
      Effect.map(({ error, status }) => ({ status, error: Option.getOrElse(error, () => "") })),
      Effect.catchTags({
        UnknownOnLedger: () => Effect.succeed({ status: "Unknown" as const, error: "" }),
        LedgerRefused: (cause) => new GatewayDown({ cause })
      })
    )
    if (state.status === "CommittedSuccess") {
      const { transaction } = yield* Effect.mapError(ledger.committedDetails(txId), down)
      const series = yield* Effect.orDie(repo.mustFind(batch.communityId, batch.seriesId))
      const settled = yield* orders.several(batch.orderIds)
      const wrong = isOnLedger(series) ? mismatch(series, batch, settled, treasury, transaction) : "no resource"
      if (wrong === undefined) return yield* settle(batch, transaction)
      return yield* Effect.logError("a settlement is not what was prepared", batch.id, wrong)
    }
    if (state.status === "CommittedFailure") return yield* giveUp(batch, `CommittedFailure: ${state.error}`)
    if (state.status === "PermanentlyRejected") return yield* giveUp(batch, `Rejected: ${state.error}`)
    const now = yield* Clock.currentTimeMillis
    if (state.status === "Unknown" && now > batch.expiresAt + MARGIN_MS) {
      return yield* giveUp(batch, "The ledger never saw this transaction. Nothing happened.")
    }
    if (state.status === "Unknown") yield* Effect.either(ledger.submit(hexToBytes(payload)))
  })

  return { check }
})
