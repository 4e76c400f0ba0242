/**
 * Runs funded budgets unattended: each poll makes one payment, or returns the rest once the period is over. Polling is
 * idempotent for any number of servers; what a crash left unfinished is resumed first.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { PaidMarks } from "~/effects/treasury/payouts/PaidMarks.server"
import { EscrowAccounts } from "~/effects/treasury/relayer/EscrowAccounts.server"
import { lockIn } from "~/effects/treasury/relayer/escrowFees"
import { feesUsedUp, keyGone, returnRefused, wayBack } from "~/effects/treasury/relayer/escrowMessages"
import { backKeyOf, isLeftToAsked, returnKeyOf } from "~/effects/treasury/relayer/escrowSteps.server"
import type { Looked } from "~/effects/treasury/relayer/lookThrough.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { siteWork } from "~/effects/treasury/relayer/siteWork.server"
import { type Amount, amountOf, formatAmount, wellKnown } from "~/ledger/index"
import { type EscrowBudget, isParked, leftIn, payKeyOf } from "./Budget"
import { paymentManifest } from "./BudgetPayments.server"
import { BudgetPaymentsRepo } from "./BudgetPaymentsRepo.server"
import { BudgetsRepo } from "./BudgetsRepo.server"
import { BUDGET_PAY, BUDGET_RETURN, type PayOf } from "./budgetSteps.server"
import { PAYMENT_FEE } from "./terms"

const XRD = wellKnown("xrd", NETWORK_ID)

const tooLittle = (kept: string | null) =>
  `The escrow account holds less than the next payment. ${wayBack(kept)}, or end this budget: the site then returns it.`
const UNKNOWN_PAYMENT =
  "The ledger has it marked as paid, in a transaction that this site does not know. Check the escrow account before you order it again."
const OVER = "The budget ended before this was paid."

export class BudgetRuns extends Effect.Service<BudgetRuns>()("treasury/budgets/BudgetRuns", {
  dependencies: [
    BudgetPaymentsRepo.Default,
    BudgetsRepo.Default,
    PreparedTransactions.Default,
    PaidMarks.Default,
    EscrowAccounts.Default,
    Relayer.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const budgets = yield* BudgetsRepo
    const payments = yield* BudgetPaymentsRepo
    const steps = yield* PreparedTransactions
    const marks = yield* PaidMarks
    const accounts = yield* EscrowAccounts
    const work = yield* siteWork((id, change) => budgets.update(id, ["parked", "returning"], change))

    const hold = (budget: EscrowBudget, problem: string) => Effect.as(work.hold(budget.id, problem), "rest" as const)

    /**
     * Prepares the transaction of the next payment, or returns a text about what it lacks. Holds the payment's lock, so
     * that it is not withdrawn meanwhile.
     */
    const prepare = Effect.fnUntraced(function* (given: EscrowBudget, held: (token: string) => Amount) {
      const first = Option.getOrUndefined(yield* payments.next(given.id))
      if (first === undefined) return null
      yield* steps.turn(payKeyOf(given.id, first.n))
      const budget = Option.getOrUndefined(yield* budgets.find(given.id))
      const payment = yield* Effect.orDie(payments.find(given.id, first.n))
      if (budget?.state !== "parked" || budget.paused === 1 || payment.state !== "waiting") return null
      const { account: payee, amount, n } = payment
      const { communityId, id, kept, parked, resource } = given
      const sum = amountOf(amount)
      if (held(resource) < sum) return tooLittle(kept)
      const left = resource === XRD ? held(XRD) - sum : held(XRD)
      const fee = lockIn(left, PAYMENT_FEE, given.tries)
      if (fee === null) return feesUsedUp(kept, left)
      const manifest = paymentManifest(given, payment, fee)
      const step = yield* steps.open({
        onceKey: payKeyOf(id, n),
        kind: BUDGET_PAY,
        communityId,
        related: id,
        account: parked,
        manifest,
        detail: { budget: id, n, parked, payee, resource, amount } satisfies PayOf
      })
      return { payment, step, manifest }
    }, atomically(sql))

    const pay = Effect.fn("BudgetRuns.pay")(function* (budget: EscrowBudget) {
      const halted = yield* accounts.halted(budget)
      if (halted !== null) return yield* hold(budget, halted)
      if (Option.isNone(yield* payments.next(budget.id))) return "rest" as const
      if (!(yield* accounts.isOwnKey(budget))) return yield* hold(budget, keyGone(budget.kept))
      const next = yield* prepare(budget, yield* accounts.heldIn(budget))
      if (next === null) return "rest" as const
      if (typeof next === "string") return yield* hold(budget, next)
      const { manifest, payment, step } = next
      // After a database restore: what the ledger has marked as paid is never paid again.
      if (yield* marks.isPaid(budget.parked, step.onceKey)) {
        yield* steps.move(step.id, ["waiting"], "replaced")
        yield* payments.move(payment, ["waiting"], { state: "failed", problem: UNKNOWN_PAYMENT })
        return "again" as const
      }
      yield* work.send(budget.id, step, manifest, {
        isWanted: budgets.goesOn(budget.id),
        also: (txId) => payments.move(payment, ["waiting"], { state: "sent", txId, problem: null })
      })
      return "again" as const
    })

    const beginReturn = ({ id }: EscrowBudget) =>
      Effect.as(
        budgets.update(id, ["parked"], { state: "returning", problem: null, nextAt: 0, tries: 0 }),
        "again" as const
      )

    const end = Effect.fnUntraced(function* (budget: EscrowBudget) {
      const { id } = budget
      yield* accounts.close(budget, leftIn(budget))
      const endedAt = yield* Clock.currentTimeMillis
      yield* budgets.update(id, ["returning"], { state: "ended", endedAt, problem: null })
      return "rest" as const
    })

    /** Returns what is left, except for the fee of the return itself. */
    const giveBack = Effect.fn("BudgetRuns.giveBack")(function* (budget: EscrowBudget) {
      yield* payments.endWaiting(budget.id, OVER)
      const asked = Option.getOrUndefined(yield* steps.alive(backKeyOf(budget.id, budget.moves)))
      if (isLeftToAsked(asked, yield* Clock.currentTimeMillis)) return "rest" as const
      const back = yield* accounts.returning(budget)
      if (back === null) return yield* end(budget)
      if (!(yield* accounts.isOwnKey(budget))) return yield* hold(budget, keyGone(budget.kept))
      if ("refused" in back) return yield* hold(budget, returnRefused(budget.kept, back.refused))
      if ("short" in back) return yield* hold(budget, feesUsedUp(budget.kept, back.short))
      const { amounts, manifest } = back
      // Signers might approve the withdrawal much later, when nothing of it is left, so it is discarded.
      if (asked !== undefined && budget.kept !== null) yield* steps.drop(asked)
      const step = yield* steps.open({
        onceKey: returnKeyOf(budget.id, budget.moves),
        kind: BUDGET_RETURN,
        communityId: budget.communityId,
        related: budget.id,
        account: budget.parked,
        manifest,
        detail: {
          budget: budget.id,
          treasury: budget.treasury,
          resource: budget.resource,
          amounts: amounts.map(([each, amount]) => [each, formatAmount(amount)])
        }
      })
      yield* work.send(budget.id, step, manifest)
      return "again" as const
    })

    /** One poll: the sent transaction first, then the next one. Fails only if the ledger cannot be read. */
    const look = Effect.fn("BudgetRuns.look")(function* (id: string) {
      const budget = Option.getOrUndefined(yield* budgets.find(id))
      if (budget === undefined || !isParked(budget)) return "rest" as const
      if (budget.state !== "parked" && budget.state !== "returning") return "rest" as const
      if (budget.workStep !== null) {
        const found = yield* work.follow(budget.id, budget, budget.workStep)
        return found === "undecided" ? found : found === "done" ? ("again" as const) : ("rest" as const)
      }
      const now = yield* Clock.currentTimeMillis
      if (budget.state === "parked" && budget.untilAt <= now) return yield* beginReturn(budget)
      if (budget.nextAt > now) return "rest" as const
      if (budget.state === "returning") return yield* giveBack(budget)
      return budget.paused === 1 ? ("rest" as const) : yield* pay(budget)
    })

    return {
      look: (id: string) =>
        // Another server or an admin's page is handling it; the next poll reads the result.
        Effect.catchTags(look(id), {
          StepDone: () => Effect.succeed<Looked>("rest"),
          TransactionUnderWay: () => Effect.succeed<Looked>("rest"),
          TransactionLeased: () => Effect.succeed<Looked>("rest")
        })
    }
  })
}) {}
