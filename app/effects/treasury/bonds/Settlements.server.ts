/**
 * Settlement of batches of up to 20 orders, from the treasury's signature to confirmation on the ledger
 * (docs/product/bonds.md).
 *
 * A batch is run dry before anybody signs, and stored before it is submitted. The ledger takes each signed part once,
 * so no crash, retry or second server can settle an order twice.
 */

import { hexToBytes } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { NotThere, WrongState } from "~/effects/base/failures/failures"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { BatchesRepo } from "./BatchesRepo.server"
import { BatchOutcomes } from "./BatchOutcomes.server"
import { BatchPlans } from "./BatchPlans.server"
import { BondEscrows } from "./escrow/BondEscrows.server"
import type { Batch, Direction } from "./Order"
import { SettlementRules } from "./SettlementRules.server"
import { SignedBatches } from "./SignedBatches.server"
import { type Asking, settlementKey } from "./settling"

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
    SignedBatches.Default,
    TreasuryHolders.Default
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
    const signed = yield* SignedBatches
    const { check } = yield* BatchOutcomes

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
      const sending = signed.complete(batch, side, signedHex)
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

    return { prepare, sign, giveBack, check }
  })
}) {}
