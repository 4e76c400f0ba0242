/**
 * Payment of approved expenses from a budget, and the end of every payment, each once. The change of an expense from `approved` to `paying` and the
 * order of its payment are one transaction; only a payment that ended without moving money makes it `approved` again.
 */
import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { readable } from "~/effects/base/amounts/readable"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import type { InvalidFields } from "~/effects/base/failures/failures"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { Budget } from "~/effects/treasury/budgets/Budget"
import { BudgetPayments } from "~/effects/treasury/budgets/BudgetPayments.server"
import { BudgetsRepo } from "~/effects/treasury/budgets/BudgetsRepo.server"
import { UNKNOWN_PAYMENT } from "~/effects/treasury/budgets/escrowPurpose.server"
import { REASON } from "~/effects/treasury/budgets/limits"
import { makePaymentRecords } from "~/effects/treasury/budgets/PaymentRecords.server"
import type { Expense } from "./Expense"
import { ExpensePayouts } from "./ExpensePayouts.server"
import { Expenses } from "./Expenses.server"
import { ExpensesRepo, type FoundExpense } from "./ExpensesRepo.server"
import { ExpenseRefused } from "./errors"
import { AT_ONCE } from "./limits"

const Ended = Schema.Struct({
  communityId: CommunityId,
  number: Schema.Int,
  wayId: Schema.String,
  n: Schema.Int,
  state: Schema.Literal("paid", "failed", "withdrawn"),
  txId: Schema.NullOr(Schema.String),
  problem: Schema.NullOr(Schema.String)
})

/** A term of the budget that the payment would break has no field here. */
const asRefusal =
  ({ title }: Pick<Budget, "title">) =>
  ({ fields }: InvalidFields) =>
    new ExpenseRefused({ message: `The budget “${title}” cannot pay this. ${Object.values(fields).join(" ")}` })

const NOT_RECORDED = "The escrow account records other payments of this budget, and not this one. It can be paid again."
const DISCARDED = "The payout was discarded before anything was paid."

/** Shown in the budget's report, which everybody who can read the community sees. */
const reasonOf = ({ number, title }: Expense, isTitleShown: boolean) =>
  (isTitleShown ? `Expense ${number}: ${title}` : `Expense ${number}`).slice(0, REASON.max)

export class ExpensePayments extends Effect.Service<ExpensePayments>()("treasury/expenses/ExpensePayments", {
  dependencies: [
    BudgetPayments.Default,
    BudgetsRepo.Default,
    ExpensePayouts.Default,
    Expenses.Default,
    ExpensesRepo.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* ExpensesRepo
    const payments = yield* BudgetPayments
    const budgets = yield* BudgetsRepo
    const records = yield* makePaymentRecords
    const expenses = yield* Expenses
    const payouts = yield* ExpensePayouts

    const order = Effect.fnUntraced(function* (
      { id }: Expense,
      budget: Budget,
      wanted: Parameters<typeof payments.write>[1],
      account: AccountAddress
    ) {
      const change = { state: "paying", way: "budget", wayId: budget.id, problem: null } as const
      const isFirst = yield* repo.move({ id }, ["approved"], change)
      if (!isFirst) {
        return yield* new ExpenseRefused({
          message: "This expense is being paid already, or is not approved any more."
        })
      }
      const wayN = yield* payments.write(budget, wanted, account)
      yield* repo.move({ id }, ["paying"], { wayN })
      yield* repo.record(id, { account, kind: "ordered", words: `Budget ${budget.number}: ${budget.title}` })
    }, atomically(sql))

    /** The caller has checked that the account may order payments from this budget. */
    const payFrom = Effect.fn("ExpensePayments.payFrom")(function* (
      expense: Expense,
      budget: Budget,
      { account, isTitleShown }: { readonly account: AccountAddress; readonly isTitleShown: boolean }
    ) {
      // A second click on the same page.
      if (expense.state === "paying" && expense.wayId === budget.id) return
      if (expense.resource !== budget.resource) {
        return yield* new ExpenseRefused({ message: `The budget “${budget.title}” holds another token.` })
      }
      const wanted = {
        account: expense.payee,
        amount: expense.amount,
        reason: reasonOf(expense, isTitleShown)
      }
      yield* payments
        .check(budget, wanted)
        .pipe(
          Effect.zipRight(order(expense, budget, wanted, account)),
          Effect.catchTag("InvalidFields", asRefusal(budget))
        )
    })

    const ended = findAll({
      Request: Schema.Void,
      Result: Ended,
      execute: () => sql`SELECT e.community_id, e.number, e.way_id, p.n, p.state, p.tx_id, p.problem FROM expenses e
        JOIN budget_payments p ON p.budget_id = e.way_id AND p.n = e.way_n
        WHERE e.state = 'paying' AND e.way = 'budget' AND e.problem IS NULL AND p.state IN ('paid', 'failed', 'withdrawn')
        ORDER BY e.id LIMIT ${AT_ONCE}`
    })

    // By the version that was read: meanwhile another server may have closed it, and somebody ordered it again.

    const closePaid = Effect.fnUntraced(function* (expense: Expense, txId: string | null) {
      if (!(yield* repo.move(expense, ["paying"], { state: "paid", txId, problem: null }))) return
      yield* repo.record(expense.id, { account: null, kind: "paid" })
      yield* expenses.notifySubmitter(
        expense,
        `Your expense “${expense.title}” was paid: ${readable(expense.amount)} ${expense.symbol}.`
      )
    })

    /** Nothing moved: it can be paid again. */
    const closeUnpaid = Effect.fnUntraced(function* (
      { expense, rules }: Pick<FoundExpense, "expense" | "rules">,
      why: string
    ) {
      const change = { state: "approved", problem: why, way: null, wayId: null, wayN: null } as const
      if (!(yield* repo.move(expense, ["paying"], change))) return
      yield* repo.record(expense.id, { account: null, kind: "unpaid", words: why })
      yield* expenses.notifySubmitter(expense, `Your expense “${expense.title}” was not paid yet: ${why}`)
      yield* expenses.notifyReviewers(expense, rules, `Expense ${expense.number} was not paid: ${why}`)
    })

    const closeGathered = Effect.fnUntraced(function* ({
      communityId,
      number,
      txId,
      wayId
    }: Effect.Effect.Success<typeof payouts.ended>[number]) {
      const found = yield* Effect.orDie(repo.find(communityId, number))
      if (found.expense.state !== "paying" || found.expense.wayId !== wayId) return
      yield* txId === null ? closeUnpaid(found, DISCARDED) : closePaid(found.expense, txId)
    }, atomically(sql))

    const close = Effect.fnUntraced(function* ({
      communityId,
      n,
      number,
      problem,
      state,
      txId,
      wayId
    }: typeof Ended.Type) {
      const { expense, rules } = yield* Effect.orDie(repo.find(communityId, number))
      if (expense.state !== "paying" || expense.wayId !== wayId || expense.wayN !== n) return
      if (state === "paid") return yield* closePaid(expense, txId)
      // Whether this one was paid is unknown, so it is never ordered again.
      if (problem === UNKNOWN_PAYMENT) {
        if (!(yield* repo.move(expense, ["paying"], { problem }))) return
        return yield* expenses.notifyReviewers(expense, rules, `Expense ${number} needs a look: ${problem}`)
      }
      const why = problem ?? (state === "withdrawn" ? "The order was withdrawn." : "The ledger refused the payment.")
      yield* closeUnpaid({ expense, rules }, why)
    }, atomically(sql))

    /**
     * Decides a payment whose end was unknown by the escrow account's own records. Reads the ledger first; the change
     * is by the version that was read, so that it happens once.
     */
    const readAgain = Effect.fn("ExpensePayments.readAgain")(function* (found: FoundExpense, isTitleShown: boolean) {
      const { expense } = found
      if (expense.state !== "paying" || expense.way !== "budget" || expense.problem === null) {
        return yield* new ExpenseRefused({ message: "The end of this payment is not in doubt. Load the page again." })
      }
      const budget = yield* budgets.get(expense.wayId ?? "")
      const wanted = { account: expense.payee, amount: expense.amount }
      const reasons = [...new Set([reasonOf(expense, isTitleShown), reasonOf(expense, true), reasonOf(expense, false)])]
      const numbers = yield* Effect.forEach(reasons, (reason) => records.numberOf(budget, { ...wanted, reason }))
      const isPaid = numbers.some((number) => number !== null)
      const { wayN } = expense
      yield* atomically(sql)(
        Effect.gen(function* () {
          if (!isPaid) return yield* closeUnpaid(found, NOT_RECORDED)
          yield* closePaid(expense, null)
          if (wayN !== null && numbers.includes(wayN)) yield* payments.wasPaid(budget.id, wayN)
        })
      )
      return isPaid
    })

    /** Reads how ordered payments ended. Repeatable; two servers at once write each end once. */
    const followUp = Effect.fn("ExpensePayments.followUp")(function* () {
      const rows = yield* ended()
      yield* Effect.forEach(rows, close, { discard: true })
      yield* Effect.forEach(yield* payouts.ended, closeGathered, { discard: true })
    })

    return { payFrom, readAgain, followUp: followUp() }
  })
}) {}

export const expensesJob = Effect.map(
  ExpensePayments,
  ({ followUp }): Job => ({ name: "expenses", every: "minute", run: followUp })
)
