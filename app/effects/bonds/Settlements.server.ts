/**
 * Settlements: batches of up to 20 orders, from the treasury's signature to the proof on the ledger (R-B7, D-19).
 *
 * A batch is tried before anybody signs. What is submitted is stored first and may be submitted again: the ledger
 * takes each signed part once, so no crash, retry or second server can settle an order twice.
 */
import { SqlClient } from "@effect/sql"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Clock, Effect, Either, Option } from "effect"
import { type Admin, formatAmount, parseAmount, renderManifest } from "~/ledger/index"
import { Activity } from "../activity/Activity.server"
import type { Inside } from "../communities/inside.server"
import { mustHoldTreasury } from "../deployment/Holder.server"
import { GatewayDown, NotThere } from "../failures"
import type { CommittedTransaction } from "../ledger/facts"
import { Ledger } from "../ledger/Ledger.server"
import { recordTransaction } from "../ledger-steps/records.server"
import { atomically } from "../limits/atomically.server"
import { Notifications } from "../notifications/Notifications.server"
import { randomId } from "../random.server"
import { Settings } from "../Settings.server"
import { makeEnds } from "./ends.server"
import { BatchRefused, PartRefused, SeriesOver } from "./errors"
import { BATCH_LIFE_MS } from "./limits"
import { batchManifest, exchangeOf, isOnLedger, type OnLedgerSeries } from "./manifests"
import type { Batch, Direction, Order } from "./Order"
import { OrdersRepo } from "./OrdersRepo.server"
import { receiptOf } from "./receipts"
import { makeRehearsal, partOf, rootOf, totalsOf } from "./rehearsal.server"
import { Sales } from "./Sales.server"
import type { Series } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"
import { Settler } from "./Settler.server"
import { readSignedPart } from "./signedPart"
import { stateInWords } from "./words"

/** Orders of one transaction (product 3.5.1). */
const ORDERS = 20
/** After the treasury's part has ended nothing can be committed any more; so much later the ledger has caught up. */
const MARGIN_MS = 10 * 60_000

const mayPrepare = ({ minRaiseUnits, settleMode, settledUnits, sold, state }: Series, direction: Direction) => {
  if (direction === "redeem") return state === "maturing" || state === "overdue"
  if (state === "open") return settleMode === "rolling"
  return state === "settling" && (settledUnits > 0 || sold >= minRaiseUnits)
}

export class Settlements extends Effect.Service<Settlements>()("effects/bonds/Settlements", {
  dependencies: [SeriesRepo.Default, OrdersRepo.Default, Settler.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const settings = yield* Settings
    const repo = yield* SeriesRepo
    const orders = yield* OrdersRepo
    const settler = yield* Settler
    const ledger = yield* Ledger
    const sales = yield* Sales
    const activity = yield* Activity
    const notifications = yield* Notifications
    const end = yield* makeEnds
    const { rehearse } = yield* makeRehearsal
    const down = (cause: unknown) => new GatewayDown({ cause })
    const withSecrets = Effect.provideService(Settings, settings)

    const holder = (here: Pick<Inside, "community" | "standing">) =>
      mustHoldTreasury(here, "settle orders").pipe(Effect.provideService(Ledger, ledger))

    const mustSettle = Effect.fnUntraced(function* (communityId: string, id: string, direction: Direction) {
      const series = yield* repo.mustFind(communityId, id)
      if (!isOnLedger(series)) return yield* new NotThere({})
      if (mayPrepare(series, direction)) return series
      if (direction === "buy" && series.state === "settling") {
        return yield* new BatchRefused({
          message: `The minimum of ${series.minRaiseUnits} units was not reached. Cancel the series.`
        })
      }
      return yield* new SeriesOver({
        thing: "bond series",
        state: stateInWords(series.state),
        action: direction === "buy" ? "settling orders" : "redeeming"
      })
    })

    /** Without what the treasury itself lacks, every failure below would be put down to an order. */
    const mustAfford = Effect.fnUntraced(function* (
      series: OnLedgerSeries,
      direction: Direction,
      chosen: ReadonlyArray<Order>,
      treasury: string
    ) {
      const { amount, units } = totalsOf(chosen)
      const { gets } = exchangeOf(series, { direction, units, total: amount })
      const { byAccount } = yield* Effect.mapError(ledger.balancesOf(gets.resource, [treasury]), down)
      const held = Option.getOrElse(parseAmount(byAccount.get(treasury) ?? "0"), () => 0n)
      if (held >= gets.amount) return
      const symbol = direction === "buy" ? "units" : series.symbol
      return yield* new BatchRefused({
        message: `The treasury holds ${formatAmount(held)} ${symbol}; ${formatAmount(gets.amount)} is needed.`
      })
    })

    /** Tries the next orders, ends those that cannot be honoured, and fixes what the treasury's wallet signs. */
    const prepare = Effect.fn("Settlements.prepare")(function* (
      here: Pick<Inside, "community" | "standing">,
      seriesId: string,
      direction: Direction
    ) {
      const side = yield* holder(here)
      yield* settler.must
      const series = yield* mustSettle(here.community.id, seriesId, direction)
      const now = yield* Clock.currentTimeMillis
      const wanted = yield* orders.waiting(seriesId, direction, now, ORDERS)
      if (wanted.length === 0) return yield* new BatchRefused({ message: "No orders are waiting." })
      yield* mustAfford(series, direction, wanted, side.treasury)
      const tried = yield* rehearse(series, direction, wanted, side).pipe(withSecrets)
      yield* Effect.gen(function* () {
        yield* repo.turn(seriesId)
        yield* Effect.forEach(tried.failed, ({ failure, order }) =>
          end({ order, series, from: ["signed"], state: "failed", failure })
        )
      }).pipe(atomically(sql))
      if (tried.orders.length === 0) {
        return yield* new BatchRefused({ message: "None of the waiting orders can be honoured. They were ended." })
      }
      const batch: Batch = {
        id: yield* randomId(),
        seriesId,
        communityId: here.community.id,
        direction,
        state: "prepared",
        account: side.admin.account,
        badgeId: side.admin.id,
        orderIds: tried.orders.map(({ id }) => id),
        ...totalsOf(tried.orders),
        txId: null,
        payload: null,
        problem: null,
        expiresAt: (Math.floor(now / 1000) + BATCH_LIFE_MS / 1000) * 1000,
        createdAt: now,
        updatedAt: now
      }
      yield* atomically(sql)(orders.insertBatch(batch))
      return {
        batchId: batch.id,
        manifest: renderManifest(batchManifest(series, batch, side.admin, side.treasury)),
        expiration: batch.expiresAt / 1000,
        orders: tried.orders.length,
        failed: tried.failed.length,
        units: batch.units,
        amount: batch.amount,
        symbol: series.symbol,
        fee: tried.fee
      }
    })

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
        const [numbered] = yield* sql<{ readonly receiptSeq: number }>`UPDATE bond_series
        SET receipt_seq = receipt_seq + ${settled.length},
          settled_units = settled_units + ${batch.direction === "buy" ? batch.units : 0},
          redeemed_units = redeemed_units + ${batch.direction === "redeem" ? batch.units : 0}
        WHERE id = ${series.id} RETURNING receipt_seq`
        const first = Number(numbered?.receiptSeq ?? 0) - settled.length + 1
        const receipts = yield* Effect.forEach(settled, (order, index) =>
          Effect.gen(function* () {
            yield* orders.move(order.id, ["settling"], { state: "settled", txId, sealed: null, failure: null })
            return receiptOf({
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
                ? `Your order of ${receipt.units} units of ${series.code} was settled.`
                : `${receipt.units} units of ${series.code} were redeemed for ${receipt.amount} ${series.symbol}.`,
            importance: "important"
          })
        )
        yield* activity.record({
          communityId: batch.communityId,
          actor: null,
          type: batch.direction === "buy" ? "bondsSettled" : "bondPaid",
          target,
          data: { code: series.code, units: batch.units },
          visibility: "public"
        })
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
          .reduce((sum, { change }) => sum + Option.getOrElse(parseAmount(change), () => 0n), 0n)
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

    /** The treasury's signature arrives: the root is built, tried, stored, submitted. */
    const sign = Effect.fn("Settlements.sign")(function* (
      here: Pick<Inside, "community" | "standing">,
      batchId: string,
      signedHex: string
    ) {
      const batch = yield* orders.batch(here.community.id, batchId)
      const side = yield* holder(here)
      if (batch.account !== side.admin.account) return yield* new NotThere({})
      if (batch.state !== "prepared") {
        return yield* new SeriesOver({ thing: "batch", state: batch.state, action: "signing it" })
      }
      const series = yield* mustSettle(here.community.id, batch.seriesId, batch.direction)
      const admin: Admin = { ...side.admin, id: batch.badgeId }
      const { epoch } = yield* Effect.mapError(ledger.currentState(), down)
      const part = readSignedPart(signedHex, {
        manifest: batchManifest(series, batch, admin, side.treasury),
        expiry: batch.expiresAt / 1000,
        epoch
      })
      if (Either.isLeft(part)) return yield* new PartRefused({ what: part.left })
      yield* sales.mustOwn(admin.account, part.right.signers)
      const chosen = yield* orders.several(batch.orderIds)
      if (chosen.some(({ state }) => state !== "signed")) {
        return yield* new BatchRefused({ message: "The orders changed meanwhile. Prepare the batch again." })
      }
      const parts = yield* Effect.forEach(chosen, partOf).pipe(withSecrets)
      const { payload, txId } = yield* settler.complete({
        manifest: rootOf(series, batch.direction, part.right.hash, chosen),
        children: [part.right.partial, ...parts],
        epoch
      })
      const sent = yield* Effect.gen(function* () {
        yield* repo.turn(series.id)
        const moved = yield* Effect.forEach(batch.orderIds, (id) =>
          orders.move(id, ["signed"], { state: "settling", batchId: batch.id, failure: null })
        )
        const all = moved.every((each) => each)
        const first = yield* orders.moveBatch(batch.id, "prepared", "sent", { txId, payload: bytesToHex(payload) })
        if (!all || !first) {
          return yield* new BatchRefused({ message: "The orders changed meanwhile. Prepare the batch again." })
        }
        return yield* orders.batch(batch.communityId, batch.id)
      }).pipe(atomically(sql))
      // Stored: from here on the minute job submits it again, should this server or the gateway go away.
      yield* Effect.either(ledger.submit(payload))
      yield* Effect.either(check(sent, side.treasury))
      return yield* orders.batch(batch.communityId, batch.id)
    })

    return { prepare, sign, check }
  })
}) {}
