/**
 * Settlement of batches of up to 20 orders, from the treasury's signature to confirmation on the ledger
 * (docs/product/bonds.md).
 *
 * A batch is run dry before anybody signs, and stored before it is submitted. The ledger takes each signed part once,
 * so no crash, retry or second server can settle an order twice.
 */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { Sql } from "~/effects/base/db/statements.server"
import { NotThere, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import type { Admin } from "~/ledger/index"
import { BatchesRepo } from "./BatchesRepo.server"
import { BatchOutcomes } from "./BatchOutcomes.server"
import { BatchPlans } from "./BatchPlans.server"
import { type EscrowSide, escrowRootOf, rootOf, type SignedSide } from "./batchRoot"
import { BatchRefused } from "./errors"
import { BondEscrows } from "./escrow/BondEscrows.server"
import { batchManifest, type OnLedgerSeries } from "./manifests"
import { type Batch, type Direction, settlementKey } from "./Order"
import { OrdersRepo } from "./OrdersRepo.server"
import { SeriesRepo } from "./SeriesRepo.server"
import { SettlementRules } from "./SettlementRules.server"
import { SignedParts } from "./SignedParts.server"

const changed = () => new BatchRefused({ message: "The orders have changed. Prepare the batch again." })

/** What a page sends with a request for a batch. */
export interface Asking {
  /** Id of the tab, for its lease; null if no wallet is asked. */
  readonly holder?: string | null
  readonly takeOver?: boolean
  /** Orders that the treasurer was shown would fail; null agrees to any. */
  readonly agreed?: ReadonlyArray<string> | null
}

type Here = Pick<Inside, "community" | "communityRole">

const isSent = ({ state }: Batch) => state === "sent" || state === "committed"

/** The same signature may arrive in two requests at once: if this one fails, the other may have sent the batch. */
const orSentMeanwhile = <E, R, E2, R2>(sending: Effect.Effect<Batch, E, R>, find: Effect.Effect<Batch, E2, R2>) =>
  Effect.catchAll(sending, (problem) =>
    Effect.flatMap(find, (meanwhile) => (isSent(meanwhile) ? Effect.succeed(meanwhile) : Effect.fail(problem)))
  )

export class Settlements extends Effect.Service<Settlements>()("treasury/bonds/Settlements", {
  dependencies: [
    BatchesRepo.Default,
    BatchOutcomes.Default,
    BatchPlans.Default,
    BondEscrows.Default,
    PreparedTransactions.Default,
    SettlementRules.Default,
    Relayer.Default,
    TreasuryHolders.Default,
    SeriesRepo.Default,
    OrdersRepo.Default,
    SignedParts.Default
  ],
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger
    const batches = yield* BatchesRepo
    const relayer = yield* Relayer
    const holders = yield* TreasuryHolders
    const { requireMaySettle } = yield* SettlementRules
    const { leases } = yield* PreparedTransactions
    const { requireByHand } = yield* BondEscrows
    const plans = yield* BatchPlans
    const { check } = yield* BatchOutcomes
    const sql = yield* Sql
    const repo = yield* SeriesRepo
    const orders = yield* OrdersRepo
    const { partOf, read } = yield* SignedParts

    /** All orders move with their batch, or none does. */
    const store = Effect.fnUntraced(function* (
      batch: Batch,
      root: { readonly txId: string; readonly payload: string },
      isWanted: Effect.Effect<boolean> = Effect.succeed(true)
    ) {
      yield* repo.turn(batch.seriesId)
      if (!(yield* isWanted)) return yield* changed()
      const moved = yield* Effect.forEach(batch.orderIds, (id) =>
        orders.move(id, ["signed"], { state: "settling", batchId: batch.id, failure: null })
      )
      const isFirst = yield* batches.move(batch.id, "prepared", "sent", root)
      if (!isFirst || !moved.every((each) => each)) return yield* changed()
      yield* leases.moved(settlementKey(batch.seriesId, batch.direction), true)
      return yield* batches.findOrFail(batch.communityId, batch.id)
    }, atomically(sql))

    /** Takes the treasury's signature, builds and stores the root intent, and returns the batch as sent. */
    const complete = Effect.fn("Settlements.complete")(function* (batch: Batch, side: SignedSide, signedHex: string) {
      const series = yield* requireMaySettle(batch.communityId, batch.seriesId, batch.direction)
      const admin: Admin = { ...side.admin, id: batch.badgeId }
      const { epoch, hash, partial } = yield* read(signedHex, {
        account: admin.account,
        expiresAt: batch.expiresAt,
        manifest: batchManifest(series, batch, admin, side.treasury)
      })
      yield* plans.requireStillReached(series, batch, side)
      const chosen = yield* orders.several(batch.orderIds)
      if (chosen.some(({ state }) => state !== "signed")) return yield* changed()
      const { payload, txId } = yield* relayer.complete({
        manifest: rootOf(series, batch.direction, hash, chosen),
        children: [partial, ...(yield* Effect.forEach(chosen, partOf))],
        epoch,
        isSignatory: false
      })
      return yield* store(batch, { txId, payload: bytesToHex(payload) })
    })

    /**
     * The same from escrow, signed by the relayer alone.
     * @param isWanted checked last: a treasury holder may have stopped it while the ledger was read
     */
    const completeFromEscrow = Effect.fn("Settlements.completeFromEscrow")(function* (
      series: OnLedgerSeries,
      batch: Batch,
      side: EscrowSide,
      isWanted: Effect.Effect<boolean>
    ) {
      const chosen = yield* orders.several(batch.orderIds)
      if (chosen.length < batch.orderIds.length || chosen.some(({ state }) => state !== "signed")) {
        return yield* changed()
      }
      const { epoch } = yield* orGatewayDown(ledger.currentState())
      const { payload, txId } = yield* relayer.complete({
        manifest: escrowRootOf(series, batch.direction, side, chosen, batch.id),
        children: yield* Effect.forEach(chosen, partOf),
        epoch,
        isSignatory: true
      })
      return yield* store(batch, { txId, payload: bytesToHex(payload) }, isWanted)
    })

    /** Prepares the next batch, for one page at a time. */
    const prepare = Effect.fn("Settlements.prepare")(function* (
      here: Here,
      seriesId: string,
      direction: Direction,
      { agreed = null, holder: tab = null, takeOver = false }: Asking = {}
    ) {
      const side = yield* holders.requireMaySpend(here, "settle orders")
      yield* relayer.must
      const series = yield* requireMaySettle(here.community.id, seriesId, direction)
      yield* requireByHand(seriesId, direction)
      const make = plans.make(series, direction, side, agreed)
      if (tab === null) return yield* make
      const idempotencyKey = settlementKey(seriesId, direction)
      const { communityId } = series
      yield* leases.take({ idempotencyKey, communityId, account: side.admin.account, holder: tab, takeOver })
      return yield* Effect.tapErrorCause(make, () => leases.release(idempotencyKey, tab))
    })

    /**
     * Stores the treasury's signature, then submits. Idempotent: every request with this signature gets the same
     * response.
     */
    const sign = Effect.fn("Settlements.sign")(function* (here: Here, batchId: string, signedHex: string) {
      const find = batches.findOrFail(here.community.id, batchId)
      const batch = yield* find
      const side = yield* holders.must(here, "settle orders")
      if (batch.account !== side.admin.account) return yield* new NotThere({})
      // Signed already: a page that was reloaded may have missed the response.
      if (batch.state === "committed") return batch
      if (batch.state !== "prepared" && batch.state !== "sent") {
        return yield* new WrongState({ thing: "batch", state: batch.state, action: "signing it" })
      }
      const sending = complete(batch, side, signedHex)
      const sent = batch.state === "sent" ? batch : yield* orSentMeanwhile(sending, find)
      // Stored, so the minute job submits it again if this server or the gateway goes down.
      if (sent.payload !== null) yield* known(ledger.submit(hexToBytes(sent.payload)))
      yield* known(check(sent, side.treasury))
      return yield* find
    })

    /** The wallet declined: discards the batch, and its orders wait as before. */
    const giveBack = Effect.fn("Settlements.giveBack")(function* (
      communityId: CommunityId,
      batchId: string,
      tab: string
    ) {
      const batch = yield* batches.findOrFail(communityId, batchId)
      yield* leases.release(settlementKey(batch.seriesId, batch.direction), tab)
      return batch
    })

    return { prepare, sign, giveBack, check, completeFromEscrow }
  })
}) {}
