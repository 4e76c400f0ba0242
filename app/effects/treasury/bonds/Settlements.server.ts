/**
 * Settlements: batches of up to 20 orders, from the treasury's signature to the proof on the ledger (R-B7, D-19).
 *
 * A batch is tried before anybody signs. What is submitted is stored first and may be submitted again: the ledger
 * takes each signed part once, so no crash, retry or second server can settle an order twice.
 */
import { SqlClient } from "@effect/sql"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Clock, Effect, Either } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { GatewayDown, NotThere, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { randomId } from "~/effects/base/text/random.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import { mustHoldTreasury } from "~/effects/treasury/deployment/Holder.server"
import { type Admin, renderManifest } from "~/ledger/index"
import { makeChoosing } from "./choosing.server"
import { dayText } from "./codes"
import { rootOf, totalsOf } from "./dryRun.server"
import { makeEnds } from "./ends.server"
import { BatchRefused, PartRefused } from "./errors"
import { BATCH_LIFE_MS } from "./limits"
import { batchManifest, isOnLedger, type OnLedgerSeries } from "./manifests"
import { batchesToMinimum } from "./minimum"
import type { Batch, Direction } from "./Order"
import { OrdersRepo } from "./OrdersRepo.server"
import { makeOutcome } from "./outcome.server"
import { Sales } from "./Sales.server"
import { SealedOrders } from "./SealedOrders.server"
import { type Series, unpaidCoupon } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"
import { Settler } from "./Settler.server"
import { type Asking, settlementKey } from "./settling"
import { readSignedPart } from "./signedPart"
import { stateInWords } from "./words"

const mayPrepare = ({ minRaiseUnits, settleMode, settledUnits, sold, state }: Series, direction: Direction) => {
  if (direction === "redeem") return state === "maturing" || state === "overdue"
  if (state === "open") return settleMode === "rolling"
  return state === "settling" && (settledUnits > 0 || sold >= minRaiseUnits)
}

const isSent = ({ state }: Batch) => state === "sent" || state === "committed"

export class Settlements extends Effect.Service<Settlements>()("effects/bonds/Settlements", {
  dependencies: [SeriesRepo.Default, OrdersRepo.Default, Settler.Default, SealedOrders.Default, LedgerSteps.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* SeriesRepo
    const orders = yield* OrdersRepo
    const settler = yield* Settler
    const { partOf } = yield* SealedOrders
    const ledger = yield* Ledger
    const sales = yield* Sales
    const { leases } = yield* LedgerSteps
    const end = yield* makeEnds
    const { chosenOf, isSettling, mustAfford, mustReach, mustStillReach, dryRun, wouldFail } = yield* makeChoosing
    const { check } = yield* makeOutcome
    const down = (cause: unknown) => new GatewayDown({ cause })

    const holder = (here: Pick<Inside, "community" | "standing">) =>
      mustHoldTreasury(here, "settle orders").pipe(Effect.provideService(Ledger, ledger))

    /** Coupons go to who holds units: those who gave theirs back before would lose the last one. */
    const mustHavePaid = Effect.fnUntraced(function* (series: Series) {
      const paidOf = yield* repo.paidOf([series])
      const due = unpaidCoupon(paidOf(series), yield* Clock.currentTimeMillis)
      if (due === null) return
      return yield* new BatchRefused({
        message: `The coupon of ${dayText(due)} comes first: whoever gives units back before it is paid would lose it.`
      })
    })

    const mustSettle = Effect.fnUntraced(function* (communityId: string, id: string, direction: Direction) {
      const series = yield* repo.mustFind(communityId, id)
      if (!isOnLedger(series)) return yield* new NotThere({})
      if (mayPrepare(series, direction)) {
        if (direction === "redeem") yield* mustHavePaid(series)
        return series
      }
      if (direction === "buy" && series.state === "settling") {
        return yield* new BatchRefused({
          message: `The minimum of ${series.minRaiseUnits} units was not reached. Cancel the series.`
        })
      }
      return yield* new WrongState({
        thing: "bond series",
        state: stateInWords(series.state),
        action: direction === "buy" ? "settling orders" : "redeeming"
      })
    })

    type Side = Effect.Effect.Success<ReturnType<typeof holder>>

    /** Tries the orders, says which would fail, ends those once that is agreed, and fixes what the wallet signs. */
    const makeBatch = Effect.fnUntraced(function* (
      series: OnLedgerSeries,
      direction: Direction,
      side: Side,
      agreed: ReadonlyArray<string> | null
    ) {
      const now = yield* Clock.currentTimeMillis
      const { isWhole, waiting } = yield* chosenOf(series, direction, now)
      if (waiting.length === 0) return yield* new BatchRefused({ message: "No orders are waiting." })
      if (isWhole && (yield* isSettling(series.id))) {
        return yield* new BatchRefused({ message: "A batch is under way; the ledger has not decided yet." })
      }
      yield* mustAfford(series, direction, waiting, side.treasury)
      const tried = yield* dryRun(series, direction, waiting, side)
      if (isWhole) yield* mustReach(series, tried)
      if (agreed !== null && tried.failed.some(({ order }) => !agreed.includes(order.id))) {
        return yield* wouldFail("Tried on the ledger: these orders would fail.", tried.failed, true)
      }
      yield* Effect.gen(function* () {
        yield* repo.turn(series.id)
        yield* Effect.forEach(tried.failed, ({ failure, order }) =>
          end({ order, series, from: ["signed"], state: "failed", failure })
        )
      }).pipe(atomically(sql))
      const [first] = tried.batches
      if (first === undefined) {
        return yield* new BatchRefused({ message: "None of the waiting orders can be honoured. They were ended." })
      }
      const batch: Batch = {
        id: yield* randomId(),
        seriesId: series.id,
        communityId: series.communityId,
        direction,
        state: "prepared",
        account: side.admin.account,
        badgeId: side.admin.id,
        orderIds: first.map(({ id }) => id),
        ...totalsOf(first),
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

    /** The next batch, for one page at a time. */
    const prepare = Effect.fn("Settlements.prepare")(function* (
      here: Pick<Inside, "community" | "standing">,
      seriesId: string,
      direction: Direction,
      { agreed = null, holder: tab = null, takeOver = false }: Asking = {}
    ) {
      const side = yield* holder(here)
      yield* settler.must
      const series = yield* mustSettle(here.community.id, seriesId, direction)
      const make = makeBatch(series, direction, side, agreed)
      if (tab === null) return yield* make
      const onceKey = settlementKey(seriesId, direction)
      const { communityId } = series
      yield* leases.take({ onceKey, communityId, account: side.admin.account, holder: tab, takeOver })
      return yield* Effect.tapErrorCause(make, () => leases.release(onceKey, tab))
    })

    /** The root is built, tried and stored, and the batch's orders are its own from then on. */
    const complete = Effect.fnUntraced(function* (batch: Batch, side: Side, signedHex: string) {
      const series = yield* mustSettle(batch.communityId, batch.seriesId, batch.direction)
      const admin: Admin = { ...side.admin, id: batch.badgeId }
      const { epoch } = yield* Effect.mapError(ledger.currentState(), down)
      const part = readSignedPart(signedHex, {
        manifest: batchManifest(series, batch, admin, side.treasury),
        expiry: batch.expiresAt / 1000,
        epoch
      })
      if (Either.isLeft(part)) return yield* new PartRefused({ what: part.left })
      yield* sales.mustOwn(admin.account, part.right.signers)
      yield* mustStillReach(series, batch, side)
      const chosen = yield* orders.several(batch.orderIds)
      if (chosen.some(({ state }) => state !== "signed")) {
        return yield* new BatchRefused({ message: "The orders changed meanwhile. Prepare the batch again." })
      }
      const parts = yield* Effect.forEach(chosen, partOf)
      const { payload, txId } = yield* settler.complete({
        manifest: rootOf(series, batch.direction, part.right.hash, chosen),
        children: [part.right.partial, ...parts],
        epoch
      })
      return yield* Effect.gen(function* () {
        yield* repo.turn(series.id)
        const moved = yield* Effect.forEach(batch.orderIds, (id) =>
          orders.move(id, ["signed"], { state: "settling", batchId: batch.id, failure: null })
        )
        const all = moved.every((each) => each)
        const first = yield* orders.moveBatch(batch.id, "prepared", "sent", { txId, payload: bytesToHex(payload) })
        if (!all || !first) {
          return yield* new BatchRefused({ message: "The orders changed meanwhile. Prepare the batch again." })
        }
        yield* leases.moved(settlementKey(series.id, batch.direction), true)
        return yield* orders.batch(batch.communityId, batch.id)
      }).pipe(atomically(sql))
    })

    /** The treasury's signature arrives: stored, then submitted. */
    const sign = Effect.fn("Settlements.sign")(function* (
      here: Pick<Inside, "community" | "standing">,
      batchId: string,
      signedHex: string
    ) {
      const batch = yield* orders.batch(here.community.id, batchId)
      const side = yield* holder(here)
      if (batch.account !== side.admin.account) return yield* new NotThere({})
      // Signed already: a page that was reloaded may not have heard the answer.
      if (isSent(batch)) return batch
      if (batch.state !== "prepared") {
        return yield* new WrongState({ thing: "batch", state: batch.state, action: "signing it" })
      }
      const sent = yield* Effect.catchAll(complete(batch, side, signedHex), (problem) =>
        // The same signature may arrive twice at once: whatever this one met, the other may have sent the batch.
        Effect.flatMap(orders.batch(batch.communityId, batch.id), (meanwhile) =>
          isSent(meanwhile) ? Effect.succeed(meanwhile) : Effect.fail(problem)
        )
      )
      // Stored: from here on the minute job submits it again, should this server or the gateway go away.
      if (sent.payload !== null) yield* Effect.either(ledger.submit(hexToBytes(sent.payload)))
      yield* Effect.either(check(sent, side.treasury))
      return yield* orders.batch(batch.communityId, batch.id)
    })

    /** The wallet said no: the batch is nobody's, and its orders wait as before. */
    const giveBack = Effect.fn("Settlements.giveBack")(function* (communityId: string, batchId: string, tab: string) {
      const batch = yield* orders.batch(communityId, batchId)
      yield* leases.release(settlementKey(batch.seriesId, batch.direction), tab)
      return batch
    })

    return { prepare, sign, giveBack, check }
  })
}) {}
