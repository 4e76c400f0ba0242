/**
 * Takes the treasury's signature of a batch, then builds and stores the root intent and moves the orders into the
 * batch.
 */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import type { Admin } from "~/ledger/index"
import { BatchChoice } from "./BatchChoice.server"
import { BatchesRepo } from "./BatchesRepo.server"
import { type EscrowSide, escrowRootOf, rootOf, type SignedSide } from "./batchRoot"
import { BatchRefused } from "./errors"
import { batchManifest, type OnLedgerSeries } from "./manifests"
import type { Batch } from "./Order"
import { OrderLists } from "./OrderLists.server"
import { OrdersRepo } from "./OrdersRepo.server"
import { SealedOrders } from "./SealedOrders.server"
import { SeriesRepo } from "./SeriesRepo.server"
import { SettlementRules } from "./SettlementRules.server"
import { SignedParts } from "./SignedParts.server"
import { settlementKey } from "./settling"

const changed = () => new BatchRefused({ message: "The orders have changed. Prepare the batch again." })

export class SignedBatches extends Effect.Service<SignedBatches>()("treasury/bonds/SignedBatches", {
  dependencies: [
    SeriesRepo.Default,
    OrdersRepo.Default,
    OrderLists.Default,
    BatchesRepo.Default,
    BatchChoice.Default,
    SettlementRules.Default,
    SignedParts.Default,
    SealedOrders.Default,
    Relayer.Default,
    PreparedTransactions.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* SeriesRepo
    const orders = yield* OrdersRepo
    const lists = yield* OrderLists
    const batches = yield* BatchesRepo
    const choice = yield* BatchChoice
    const rules = yield* SettlementRules
    const parts = yield* SignedParts
    const { partOf } = yield* SealedOrders
    const relayer = yield* Relayer
    const ledger = yield* Ledger
    const { leases } = yield* PreparedTransactions

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

    /** Returns the batch as sent. */
    const complete = Effect.fn("SignedBatches.complete")(function* (batch: Batch, side: SignedSide, signedHex: string) {
      const series = yield* rules.requireMaySettle(batch.communityId, batch.seriesId, batch.direction)
      const admin: Admin = { ...side.admin, id: batch.badgeId }
      const { epoch, hash, partial } = yield* parts.read(signedHex, {
        account: admin.account,
        expiresAt: batch.expiresAt,
        manifest: batchManifest(series, batch, admin, side.treasury)
      })
      yield* choice.requireStillReached(series, batch, side)
      const chosen = yield* lists.several(batch.orderIds)
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
    const completeFromEscrow = Effect.fn("SignedBatches.completeFromEscrow")(function* (
      series: OnLedgerSeries,
      batch: Batch,
      side: EscrowSide,
      isWanted: Effect.Effect<boolean>
    ) {
      const chosen = yield* lists.several(batch.orderIds)
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

    return { complete, completeFromEscrow }
  })
}) {}
