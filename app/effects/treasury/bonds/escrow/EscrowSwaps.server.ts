/**
 * Settles from bond escrows unattended: each poll settles one batch or returns the rest. Polling is idempotent for any
 * number of servers; what a crash left unfinished is resumed first.
 */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Clock, Effect, Option } from "effect"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { EscrowAccounts } from "~/effects/treasury/relayer/EscrowAccounts.server"
import { lockFor } from "~/effects/treasury/relayer/escrowFees"
import { feesUsedUp, keyGone, returnRefused } from "~/effects/treasury/relayer/escrowMessages"
import { backKeyOf, isLeftToAsked, returnKeyOf } from "~/effects/treasury/relayer/escrowSteps.server"
import type { Looked } from "~/effects/treasury/relayer/lookThrough.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { siteWork } from "~/effects/treasury/relayer/siteWork.server"
import { formatAmount } from "~/ledger/index"
import { BatchesRepo } from "../BatchesRepo.server"
import { BatchOutcomes } from "../BatchOutcomes.server"
import { BatchPlans } from "../BatchPlans.server"
import type { EscrowSide } from "../batchRoot"
import type { Batch } from "../Order"
import { OrderLists } from "../OrderLists.server"
import { isRunning, type Series } from "../Series"
import { SeriesRepo } from "../SeriesRepo.server"
import { SettlementRules } from "../SettlementRules.server"
import { SignedBatches } from "../SignedBatches.server"
import { type EscrowBonds, isParked, leftIn } from "./BondEscrow"
import { BondEscrowsRepo } from "./BondEscrowsRepo.server"
import { BOND_PARK_RETURN } from "./bondEscrowSteps.server"
import { feeOf } from "./fees"
import { mostUnits } from "./whatToFund"

/** Nothing more can be settled in this direction. */
const isOver = (series: Series, { direction }: EscrowBonds) =>
  direction === "buy"
    ? !["scheduled", "open", "settling"].includes(series.state) || mostUnits(series, "buy") === 0
    : !isRunning(series.state) || mostUnits(series, "redeem") === 0

export class EscrowSwaps extends Effect.Service<EscrowSwaps>()("treasury/bonds/EscrowSwaps", {
  dependencies: [
    BatchesRepo.Default,
    BatchOutcomes.Default,
    BatchPlans.Default,
    BondEscrowsRepo.Default,
    PreparedTransactions.Default,
    OrderLists.Default,
    EscrowAccounts.Default,
    SeriesRepo.Default,
    Relayer.Default,
    SettlementRules.Default,
    SignedBatches.Default
  ],
  effect: Effect.gen(function* () {
    const batches = yield* BatchesRepo
    const ledger = yield* Ledger
    const accounts = yield* EscrowAccounts
    const outcomes = yield* BatchOutcomes
    const orders = yield* OrderLists
    const parkings = yield* BondEscrowsRepo
    const plans = yield* BatchPlans
    const repo = yield* SeriesRepo
    const { requireMaySettle } = yield* SettlementRules
    const signed = yield* SignedBatches
    const steps = yield* PreparedTransactions
    const work = yield* siteWork((id, change) => parkings.update(id, ["parked", "returning"], change))

    const setBack = (parking: EscrowBonds, problem: string) =>
      Effect.as(work.setBack(parking.id, parking, problem), "rest" as const)

    const sideOf = ({ id, kept, parked, treasury }: EscrowBonds): EscrowSide => ({
      parking: id,
      parked,
      treasury,
      isKept: kept !== null,
      lock: (many) => lockFor(feeOf(Math.max(1, many)), 0)
    })

    /** The next batch: chosen, run dry, signed by the relayer, stored and submitted. */
    const settle = Effect.fn("EscrowSwaps.settle")(function* (parking: EscrowBonds) {
      const halted = yield* accounts.halted(parking)
      if (halted !== null) return yield* Effect.as(work.hold(parking.id, halted), "rest" as const)
      const [first] = yield* orders.waiting(parking.seriesId, parking.direction, yield* Clock.currentTimeMillis, 1)
      if (first === undefined) return "rest" as const
      if (!(yield* accounts.isOwnKey(parking))) return yield* setBack(parking, keyGone(parking.kept))
      const series = yield* requireMaySettle(parking.communityId, parking.seriesId, parking.direction)
      const side = sideOf(parking)
      const { batch } = yield* plans.plan(series, parking.direction, side, null)
      const { payload } = yield* signed.completeFromEscrow(
        series,
        batch,
        side,
        parkings.update(parking.id, ["parked"], {})
      )
      if (payload !== null) yield* known(ledger.submit(hexToBytes(payload)))
      return "again" as const
    })

    const beginReturn = ({ id }: EscrowBonds) =>
      Effect.as(
        parkings.update(id, ["parked"], { state: "returning", problem: null, nextAt: 0, tries: 0 }),
        "again" as const
      )

    const end = Effect.fnUntraced(function* (parking: EscrowBonds) {
      yield* accounts.close(parking, leftIn(parking))
      const endedAt = yield* Clock.currentTimeMillis
      yield* parkings.update(parking.id, ["returning"], { state: "ended", endedAt, problem: null })
      return "rest" as const
    })

    /** Returns what is left, except for the fee of the return itself. */
    const giveBack = Effect.fn("EscrowSwaps.giveBack")(function* (parking: EscrowBonds) {
      const asked = Option.getOrUndefined(yield* steps.alive(backKeyOf(parking.id, parking.moves)))
      if (isLeftToAsked(asked, yield* Clock.currentTimeMillis)) return "rest" as const
      const back = yield* accounts.returning(parking)
      if (back === null) return yield* end(parking)
      if (!(yield* accounts.isOwnKey(parking))) return yield* setBack(parking, keyGone(parking.kept))
      if ("refused" in back) return yield* setBack(parking, returnRefused(parking.kept, back.refused))
      if ("short" in back) {
        return yield* setBack(parking, feesUsedUp(parking.kept, back.short))
      }
      // Signers might approve the withdrawal much later, when nothing of it is left, so it is discarded.
      if (asked !== undefined && parking.kept !== null) yield* steps.drop(asked)
      const step = yield* steps.open({
        onceKey: returnKeyOf(parking.id, parking.moves),
        kind: BOND_PARK_RETURN,
        communityId: parking.communityId,
        related: parking.seriesId,
        account: parking.parked,
        manifest: back.manifest,
        detail: {
          parking: parking.id,
          treasury: parking.treasury,
          resource: parking.resource,
          amounts: back.amounts.map(([token, amount]) => [token, formatAmount(amount)])
        }
      })
      yield* work.send(parking.id, step, back.manifest)
      return "again" as const
    })

    /** Polls a batch that has been sent. */
    const follow = Effect.fnUntraced(function* (batch: Batch, { treasury }: EscrowBonds) {
      yield* outcomes.check(batch, treasury)
      const after = yield* batches.sentFrom(batch.parkingId ?? "")
      return Option.isSome(after) ? ("undecided" as const) : ("again" as const)
    })

    /** One poll: the sent batch first, then the next one. Fails only if the ledger cannot be read. */
    const look = Effect.fn("EscrowSwaps.look")(function* (id: string) {
      const parking = Option.getOrUndefined(yield* parkings.find(id))
      if (parking === undefined || !isParked(parking)) return "rest" as const
      if (parking.state !== "parked" && parking.state !== "returning") return "rest" as const
      if (parking.workStep !== null) {
        const found = yield* work.follow(parking.id, parking, parking.workStep)
        return found === "undecided" ? found : found === "done" ? ("again" as const) : ("rest" as const)
      }
      const sent = Option.getOrUndefined(yield* batches.sentFrom(parking.id))
      if (sent !== undefined) return yield* follow(sent, parking)
      if (parking.nextAt > (yield* Clock.currentTimeMillis)) return "rest" as const
      if (parking.state === "returning") return yield* giveBack(parking)
      const series = yield* repo.findOrFail(parking.communityId, parking.seriesId)
      return isOver(series, parking) ? yield* beginReturn(parking) : yield* settle(parking)
    })

    return {
      look: (id: string) =>
        Effect.catchTags(look(id), {
          // Shows the issuer why the next orders wait; polled again with backoff.
          BatchRefused: ({ message }) => refusedFor(id, message),
          OrdersWouldFail: ({ message }) => refusedFor(id, message),
          // Another server or a page is handling it; the next poll reads the result.
          StepDone: () => Effect.succeed<Looked>("rest"),
          TransactionUnderWay: () => Effect.succeed<Looked>("rest"),
          TransactionLeased: () => Effect.succeed<Looked>("rest"),
          // Orders of a sale with a minimum wait until it closes.
          TooEarly: () => Effect.succeed<Looked>("rest"),
          WrongState: () => Effect.succeed<Looked>("rest"),
          NotThere: () => Effect.succeed<Looked>("rest")
        })
    }

    function refusedFor(id: string, message: string): Effect.Effect<Looked> {
      return Effect.gen(function* () {
        const parking = Option.getOrUndefined(yield* parkings.find(id))
        // An escrow that was stopped in the meantime waits for nothing.
        if (parking === undefined || !isParked(parking) || parking.state !== "parked") return "rest" as const
        return yield* setBack(parking, message)
      })
    }
  })
}) {}
