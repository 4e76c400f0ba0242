/** Bonds from escrow: each poll settles one batch of signed orders, until nothing more can be settled. */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Effect, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import type { EscrowPlan, FundedEscrow } from "~/effects/treasury/escrow/Escrow"
import { EscrowAccounts } from "~/effects/treasury/escrow/EscrowAccounts.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { escrowWorker } from "~/effects/treasury/escrow/EscrowWorker.server"
import { escrowTransactions } from "~/effects/treasury/escrow/escrowTransactions.server"
import type { Purpose } from "~/effects/treasury/escrow/Purpose.server"
import { lockFor } from "~/effects/treasury/relayer/fees"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { BatchesRepo } from "../BatchesRepo.server"
import { BatchPlans } from "../BatchPlans.server"
import type { EscrowSide } from "../batchRoot"
import { OrdersRepo } from "../OrdersRepo.server"
import { isRunning } from "../Series"
import { SeriesRepo } from "../SeriesRepo.server"
import { SettlementRules } from "../SettlementRules.server"
import { Settlements } from "../Settlements.server"
import { directionOf } from "./BondEscrows.server"
import { feeOf, mostUnits } from "./whatToFund"

const sideOf = ({ address, id, signerRule, treasury }: FundedEscrow): EscrowSide => ({
  escrow: id,
  address,
  treasury,
  isOfSigners: signerRule !== null,
  lock: (many) => lockFor(feeOf(Math.max(1, many)), 0)
})

const purposeOf = Effect.gen(function* () {
  const sql = yield* Sql
  const batches = yield* BatchesRepo
  const ledger = yield* Ledger
  const orders = yield* OrdersRepo
  const escrows = yield* EscrowsRepo
  const plans = yield* BatchPlans
  const repo = yield* SeriesRepo
  const { requireMaySettle } = yield* SettlementRules
  const settlements = yield* Settlements

  const stateOf = Effect.fnUntraced(function* ({ communityId, purpose, subjectId }: FundedEscrow) {
    const series = yield* repo.findOrFail(communityId, subjectId)
    const canSettle =
      purpose === "bondSale" ? ["scheduled", "open", "settling"].includes(series.state) : isRunning(series.state)
    return canSettle && mostUnits(series, directionOf(purpose)) > 0 ? ("open" as const) : ("over" as const)
  })

  /** Chosen, run dry, signed by the relayer, stored and submitted. */
  const settle = Effect.fn("escrowPurpose.settle")(function* (escrow: FundedEscrow) {
    const direction = directionOf(escrow.purpose)
    const series = yield* requireMaySettle(escrow.communityId, escrow.subjectId, direction)
    const side = sideOf(escrow)
    const { batch } = yield* plans.plan(series, direction, side, null)
    const { payload } = yield* settlements.completeFromEscrow(series, batch, side, escrows.stillPays(escrow.id))
    if (payload !== null) yield* known(ledger.submit(hexToBytes(payload)))
    return "again" as const
  })

  /** Shows the issuer why the next orders wait. An escrow that was stopped in the meantime waits for nothing. */
  const waiting = (id: string, problem: string) =>
    Effect.map(escrows.find(id), (found) =>
      Option.exists(found, ({ state }) => state === "funded")
        ? ({ problem, isRetried: true } as const)
        : ("rest" as const)
    )

  /** The batch that has been sent. */
  const pending = Effect.fnUntraced(function* ({ id, treasury }: FundedEscrow) {
    const sent = Option.getOrUndefined(yield* batches.sentFrom(id))
    if (sent === undefined) return null
    yield* settlements.check(sent, treasury)
    return Option.isSome(yield* batches.sentFrom(id)) ? ("undecided" as const) : ("again" as const)
  })

  const settles = sql`((e.purpose = 'bondSale' AND (s.state = 'settling' OR (s.state = 'open' AND s.settle_mode = 'rolling')))
    OR (e.purpose = 'bondRedemption' AND s.state IN ('maturing', 'overdue')))`
  return {
    job: "escrow.bonds",
    purposes: ["bondSale", "bondRedemption"],
    subject: sql`JOIN bond_series s ON s.id = e.subject_id`,
    isOver: () => sql`((e.purpose = 'bondSale'
        AND (s.state NOT IN ('scheduled', 'open', 'settling') OR s.settled_units >= s.units))
      OR (e.purpose = 'bondRedemption'
        AND (s.state NOT IN ('active', 'maturing', 'overdue') OR s.redeemed_units >= s.settled_units)))`,
    hasNext: sql`(${settles} AND EXISTS (SELECT 1 FROM bond_orders o WHERE o.series_id = e.subject_id
      AND o.direction = CASE WHEN e.purpose = 'bondSale' THEN 'buy' ELSE 'redeem' END
      AND o.state IN ('signed', 'settling')))`,
    // While orders may come at any moment, the job polls at its own pace.
    isBusy: settles,
    stateOf,
    waits: ({ purpose, subjectId }: FundedEscrow, now: number) =>
      Effect.map(orders.waiting(subjectId, directionOf(purpose), now, 1), (some) => some.length > 0),
    next: (escrow: FundedEscrow) =>
      Effect.catchTags(settle(escrow), {
        BatchRefused: ({ message }) => waiting(escrow.id, message),
        OrdersWouldFail: ({ message }) => waiting(escrow.id, message),
        // Orders of a sale with a minimum wait until it closes.
        TooEarly: () => Effect.succeed("rest" as const)
      }),
    pending
  } satisfies Purpose
})

export class BondEscrowWorker extends Effect.Service<BondEscrowWorker>()("treasury/bonds/BondEscrowWorker", {
  dependencies: [
    BatchesRepo.Default,
    BatchPlans.Default,
    EscrowAccounts.Default,
    EscrowsRepo.Default,
    OrdersRepo.Default,
    PreparedTransactions.Default,
    Relayer.Default,
    SeriesRepo.Default,
    SettlementRules.Default,
    Settlements.Default,
    WorkQueue.Default
  ],
  effect: Effect.flatMap(purposeOf, escrowWorker)
}) {}

/** The transaction kinds of a bond's escrow. */
export const bondEscrowTransactions = Effect.flatMap(SeriesRepo, (all) =>
  escrowTransactions({
    // Sales and redemptions have the same kinds.
    purpose: "bondSale",
    named: ({ communityId, purpose, subjectId }: EscrowPlan) =>
      Effect.map(Effect.orDie(all.findOrFail(communityId, subjectId)), ({ code, symbol }) => ({
        about: `the bond ${code}`,
        target: `/community/detail/${communityId}/bondissued?series=${code}`,
        symbol: purpose === "bondSale" ? `units of ${code}` : symbol
      }))
  })
)
