/**
 * Payment of approved expenses from a budget, each once. The change of an expense from `approved` to `paying` and the
 * order of its payment are one transaction; only a payment that ended without moving money makes it `approved` again.
 */
import { Effect, Schema } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { readable } from "~/effects/base/amounts/readable"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import type { InvalidFields } from "~/effects/base/failures/failures"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { Budget } from "~/effects/treasury/budgets/Budget"
import { BudgetPayments } from "~/effects/treasury/budgets/BudgetPayments.server"
import { UNKNOWN_PAYMENT } from "~/effects/treasury/budgets/escrowPurpose.server"
import { REASON } from "~/effects/treasury/budgets/limits"
import type { Expense } from "./Expense"
import { Expenses } from "./Expenses.server"
import { ExpensesRepo } from "./ExpensesRepo.server"
import { ExpenseRefused } from "./errors"

/** Expenses that one run of the job looks at. */
const AT_ONCE = 200

const Ended = Schema.Struct({
  communityId: Schema.String,
  number: Schema.Int,
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

/** Shown in the budget's report, which everybody who can read the community sees. */
const reasonOf = ({ number, title }: Expense, isTitleShown: boolean) =>
  isTitleShown ? `Expense ${number}: ${title}` : `Expense ${number}`

export class ExpensePayments extends Effect.Service<ExpensePayments>()("treasury/expenses/ExpensePayments", {
  dependencies: [BudgetPayments.Default, Expenses.Default, ExpensesRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* ExpensesRepo
    const payments = yield* BudgetPayments
    const expenses = yield* Expenses

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
        reason: reasonOf(expense, isTitleShown).slice(0, REASON.max)
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
      execute: () => sql`SELECT e.community_id, e.number, p.n, p.state, p.tx_id, p.problem FROM expenses e
        JOIN budget_payments p ON p.budget_id = e.way_id AND p.n = e.way_n
        WHERE e.state = 'paying' AND e.way = 'budget' AND e.problem IS NULL AND p.state IN ('paid', 'failed', 'withdrawn')
        ORDER BY e.id LIMIT ${AT_ONCE}`
    })

    const close = Effect.fnUntraced(function* ({ communityId, n, number, problem, state, txId }: typeof Ended.Type) {
      const { expense, rules } = yield* Effect.orDie(repo.find(communityId, number))
      if (expense.state !== "paying" || expense.wayN !== n) return
      const about = `“${expense.title}”`
      const { id } = expense
      if (state === "paid") {
        if (!(yield* repo.move({ id }, ["paying"], { state: "paid", txId, problem: null }))) return
        yield* repo.record(id, { account: null, kind: "paid" })
        return yield* expenses.notifySubmitter(
          expense,
          `Your expense ${about} was paid: ${readable(expense.amount)} ${expense.symbol}.`
        )
      }
      // Whether this one was paid is unknown, so it is never ordered again.
      if (problem === UNKNOWN_PAYMENT) {
        if (!(yield* repo.move({ id }, ["paying"], { problem }))) return
        return yield* expenses.notifyReviewers(expense, rules, `Expense ${number} needs a look: ${problem}`)
      }
      const why = problem ?? (state === "withdrawn" ? "The order was withdrawn." : "The ledger refused the payment.")
      const change = { state: "approved", problem: why, way: null, wayId: null, wayN: null } as const
      if (!(yield* repo.move({ id }, ["paying"], change))) return
      yield* repo.record(id, { account: null, kind: "unpaid", words: why })
      yield* expenses.notifySubmitter(expense, `Your expense ${about} was not paid yet: ${why}`)
      yield* expenses.notifyReviewers(expense, rules, `Expense ${number} was not paid: ${why}`)
    }, atomically(sql))

    /** Reads how ordered payments ended. Repeatable; two servers at once write each end once. */
    const followUp = Effect.fn("ExpensePayments.followUp")(function* () {
      const rows = yield* ended()
      yield* Effect.forEach(rows, close, { discard: true })
    })

    return { payFrom, followUp: followUp() }
  })
}) {}

export const expensesJob = Effect.map(
  ExpensePayments,
  ({ followUp }): Job => ({ name: "expenses", every: "minute", run: followUp })
)
