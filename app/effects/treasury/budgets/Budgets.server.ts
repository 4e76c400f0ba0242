/**
 * Budgets as treasury holders use them (docs/product/treasury.md, "Budgets"): funded with one approval, then paused,
 * ended or withdrawn at any time.
 */
import { Clock, Effect } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { HeldTreasury } from "~/effects/treasury/deployment/TreasuryHolders.server"
import type { Escrow } from "~/effects/treasury/escrow/Escrow"
import { Escrows } from "~/effects/treasury/escrow/Escrows.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { refused } from "~/effects/treasury/escrow/errors"
import { alreadyFunded, nothingFunded } from "~/effects/treasury/escrow/messages"
import { PayoutApprovals } from "~/effects/treasury/payouts/PayoutApprovals.server"
import { amountOf } from "~/ledger/index"
import type { Budget } from "./Budget"
import { BudgetSetup, type Deciding } from "./BudgetSetup.server"
import { BudgetsRepo } from "./BudgetsRepo.server"
import { lastDayOf } from "./terms"

const purpose = "budget" as const

export class Budgets extends Effect.Service<Budgets>()("treasury/budgets/Budgets", {
  dependencies: [
    BudgetSetup.Default,
    BudgetsRepo.Default,
    Escrows.Default,
    EscrowsRepo.Default,
    PayoutApprovals.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* BudgetsRepo
    const escrows = yield* EscrowsRepo
    const { badge, cancel, pause, refund, request, requireCovered, resume, retry, withdraw } = yield* Escrows
    const { requireApproved } = yield* BudgetSetup
    const approvals = yield* PayoutApprovals

    const isOpen = ({ state }: Budget) => state === "draft" || state === "asked"

    const open = Effect.fnUntraced(function* (community: Deciding, treasury: HeldTreasury, given: Budget) {
      yield* approvals.turn(community.id)
      yield* repo.turn(given.id)
      const budget = yield* repo.get(given.id)
      if (!isOpen(budget)) return yield* refused("It is already in escrow.")
      const proposalId = budget.state === "asked" ? budget.proposalId : yield* requireApproved(community, budget)
      const { communityId, digest, fees, id, resource, total } = budget
      const plan = { id, purpose, subjectId: id, communityId, digest, resource, total, fees }
      const step = yield* request(treasury, { ...plan, until: lastDayOf(budget) })
      yield* repo.update(id, { proposalId })
      return step
    }, atomically(sql))

    /** Prepares the approval that funds it. `digest`: hash of the terms that the page showed. */
    const fundEscrow = Effect.fn("Budgets.fundEscrow")(function* (
      community: Deciding,
      treasury: HeldTreasury,
      budget: Budget,
      digest: string
    ) {
      yield* badge
      if (digest !== budget.digest) return yield* refused("This page shows another budget. Load it again.")
      if (budget.treasury !== treasury.treasury) return yield* refused("It was set up for another treasury.")
      if (budget.untilAt <= (yield* Clock.currentTimeMillis)) {
        return yield* refused("Its last day has passed. Set up another one.")
      }
      const { fees, resource, symbol, total } = budget
      const wanted = { resource, symbol, total: amountOf(total), fees: amountOf(fees) }
      yield* requireCovered({ treasury: treasury.treasury, ...wanted })
      return yield* open(community, treasury, budget)
    })

    /** Cancels funding that is not on the ledger yet. If a wallet signs it later, it counts all the same. */
    const forget = Effect.fn("Budgets.forget")(function* (given: Budget, to: "draft" | "withdrawn") {
      yield* repo.turn(given.id)
      const budget = yield* repo.get(given.id)
      if (!isOpen(budget)) return yield* refused(alreadyFunded({ purpose }))
      if (budget.escrow !== null) yield* cancel(budget.escrow)
      yield* repo.update(budget.id, { state: to })
    }, atomically(sql))

    /** An action on the escrow of a budget. */
    const onEscrow =
      <A, E, R>(action: (escrow: Escrow) => Effect.Effect<A, E, R>) =>
      ({ escrow }: Budget) =>
        escrow === null ? refused(nothingFunded({ purpose })) : action(escrow)

    return {
      fundEscrow,
      forget,
      pause: (budget: Budget, isPaused: boolean) => onEscrow(isPaused ? pause : resume)(budget),
      /** Ends it. */
      finish: onEscrow(refund),
      wake: (budget: Budget, seen = "") => onEscrow((escrow) => retry(escrow, seen))(budget),
      /** The site pays nothing during a withdrawal. */
      takeBack: (treasury: HeldTreasury, budget: Budget) =>
        onEscrow((escrow) => {
          const stop = escrows.transition(escrow.id, ["funded"], { paused: 1 })
          return withdraw(
            treasury,
            escrow,
            Effect.map(stop, (isStopped) => isStopped && escrow.paused === 0)
          )
        })(budget)
    }
  })
}) {}
