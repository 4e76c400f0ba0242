/**
 * Budgets as treasury holders use them (docs/product/treasury.md, "Budgets"): funded with one approval, then paused,
 * ended or withdrawn at any time.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Settings } from "~/effects/base/settings/Settings.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { ruleText } from "~/effects/treasury/deployment/roles"
import { type HeldTreasury, openerOf } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { PayoutApprovals } from "~/effects/treasury/payouts/PayoutApprovals.server"
import { EscrowAccounts } from "~/effects/treasury/relayer/EscrowAccounts.server"
import { BY_KEEPERS, NoSiteKey } from "~/effects/treasury/relayer/errors"
import { backKeyOf, fundKeyOf } from "~/effects/treasury/relayer/escrowSteps.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { amountOf, formatAmount, Templates } from "~/ledger/index"
import { type Budget, type BudgetPlan, isParked } from "./Budget"
import { BudgetSetup, type Deciding } from "./BudgetSetup.server"
import { BudgetsRepo } from "./BudgetsRepo.server"
import { type BackOf, BUDGET_BACK, BUDGET_PARK } from "./budgetSteps.server"
import { BudgetRefused } from "./errors"
import { lastDayOf } from "./terms"

const refused = (message: string) => new BudgetRefused({ message })
const NOTHING_PARKED = "Nothing is in escrow for this budget."

export class Budgets extends Effect.Service<Budgets>()("treasury/budgets/Budgets", {
  dependencies: [
    BudgetSetup.Default,
    BudgetsRepo.Default,
    PreparedTransactions.Default,
    EscrowAccounts.Default,
    PayoutApprovals.Default,
    Relayer.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { appOrigin } = yield* Settings
    const repo = yield* BudgetsRepo
    const steps = yield* PreparedTransactions
    const relayer = yield* Relayer
    const accounts = yield* EscrowAccounts
    const { requireApproved } = yield* BudgetSetup
    const approvals = yield* PayoutApprovals

    const badge = Effect.mapError(relayer.badge, () => new NoSiteKey())

    const requireCovered = ({ treasury }: HeldTreasury, { fees, resource, symbol, total }: Budget) =>
      accounts.requireCovered({ treasury, resource, symbol, total: amountOf(total), fees: amountOf(fees) })

    const open = Effect.fnUntraced(function* (community: Deciding, treasury: HeldTreasury, given: Budget) {
      const { id: relayerId = "", resource: keyResource } = yield* badge
      yield* approvals.turn(community.id)
      yield* repo.turn(given.id)
      const budget = yield* Effect.orDie(Effect.flatten(repo.find(given.id)))
      if (budget.state !== "draft" && budget.state !== "asked") return yield* refused("It is already in escrow.")
      const proposalId = budget.state === "asked" ? budget.proposalId : yield* requireApproved(community, budget)
      const { communityId, digest, fees, id, resource, total } = budget
      const kept = treasury.signers === undefined ? null : ruleText(treasury.signers)
      const plan: BudgetPlan = {
        id,
        communityId,
        digest,
        resource,
        total,
        fees,
        settler: relayerId,
        treasury: treasury.treasury,
        kept,
        proposalId
      }
      const step = yield* steps.open({
        onceKey: fundKeyOf(id),
        kind: BUDGET_PARK,
        communityId,
        related: id,
        account: treasury.admin.account,
        manifest: Templates.fundForSwaps({
          networkId: NETWORK_ID,
          by: openerOf(treasury),
          treasury: treasury.treasury,
          relayer: { resource: keyResource, id: relayerId },
          resource,
          total: amountOf(total),
          fees: amountOf(fees),
          onceKey: fundKeyOf(id),
          digest,
          siteOrigin: appOrigin,
          until: lastDayOf(budget)
        }),
        detail: plan
      })
      yield* repo.update(id, ["draft", "asked"], { state: "asked", stepId: step.id, problem: null, proposalId, kept })
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
      yield* requireCovered(treasury, budget)
      return yield* open(community, treasury, budget)
    })

    /** Cancels funding that is not on the ledger yet. If a wallet signs it later, it counts all the same. */
    const forget = Effect.fn("Budgets.forget")(function* (given: Budget, to: "draft" | "withdrawn") {
      yield* repo.turn(given.id)
      const budget = yield* Effect.orDie(Effect.flatten(repo.find(given.id)))
      if (budget.state !== "draft" && budget.state !== "asked") {
        return yield* refused("It is already in escrow. Withdraw it, or end the budget.")
      }
      const step = Option.getOrUndefined(yield* steps.alive(fundKeyOf(budget.id)))
      if (step !== undefined && step.state !== "waiting") {
        return yield* refused("It has been sent. Wait until the ledger has decided.")
      }
      if (step !== undefined) yield* steps.drop(step)
      yield* repo.update(budget.id, ["draft", "asked"], { state: to, stepId: null, problem: null })
    }, atomically(sql))

    const requireMoved = (isMoved: boolean) => (isMoved ? Effect.void : refused(NOTHING_PARKED))

    /** No payment starts while it is paused. */
    const pause = Effect.fn("Budgets.pause")(function* ({ id }: Budget, isPaused: boolean) {
      yield* requireMoved(yield* repo.update(id, ["parked"], { paused: isPaused ? 1 : 0, nextAt: 0 }))
    })

    /** Nothing more is paid, and the site returns the rest. */
    const finish = Effect.fn("Budgets.finish")(function* ({ id }: Budget) {
      yield* requireMoved(
        yield* repo.update(id, ["parked"], { state: "returning", nextAt: 0, tries: 0, problem: null })
      )
    })

    /**
     * Retries now as after one failure, whatever the backoff; `tries` also decides how much XRD is locked for fees.
     * `seen`: the withdrawal not made by this site that the page showed; empty if it showed none.
     */
    const wake = Effect.fn("Budgets.wake")(function* ({ id, parked }: Budget, seen = "") {
      yield* accounts.looked(parked, seen)
      yield* requireMoved(yield* repo.update(id, ["parked", "returning"], { nextAt: 0, problem: null, tries: 1 }))
    })

    /** Prepares the treasury holders' own withdrawal of everything in the account. The site pays nothing meanwhile. */
    const takeBack = Effect.fn("Budgets.takeBack")(function* (treasury: HeldTreasury, budget: Budget) {
      if (!isParked(budget)) return yield* refused(NOTHING_PARKED)
      if (budget.kept !== null && treasury.signers === undefined) return yield* refused(BY_KEEPERS)
      const there = yield* accounts.amountsIn(budget)
      if (there.length === 0) return yield* refused("Nothing is left in the escrow account.")
      const isStopped = yield* repo.update(budget.id, ["parked"], { paused: 1 })
      // A payment may have been sent before the pause.
      const amounts = isStopped && budget.paused === 0 ? yield* accounts.amountsIn(budget) : there
      const step = yield* steps.open({
        onceKey: backKeyOf(budget.id, budget.moves),
        kind: BUDGET_BACK,
        communityId: budget.communityId,
        related: budget.id,
        account: treasury.admin.account,
        manifest: Templates.withdrawEscrow({
          by: openerOf(treasury),
          parked: budget.parked,
          treasury: budget.treasury,
          amounts
        }),
        detail: {
          budget: budget.id,
          treasury: budget.treasury,
          resource: budget.resource,
          amounts: amounts.map(([token, amount]) => [token, formatAmount(amount)] as const)
        } satisfies { [K in keyof BackOf]: unknown }
      })
      yield* repo.update(budget.id, ["parked", "returning", "ended"], { stepId: step.id })
      return step
    })

    return { fundEscrow, forget, pause, finish, wake, takeBack }
  })
}) {}
