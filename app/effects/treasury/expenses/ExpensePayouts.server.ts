/**
 * Approved expenses in one payout, each paid once. An expense names the payout and its row; the rows of such a payout
 * never change, and several expenses of one payee share a row. Only a payout that was discarded before it started makes
 * its expenses approved again: one that was stopped can be resumed, so its expenses wait for that.
 */
import { Effect, Schema } from "effect"
import { type Community, CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { counted } from "~/effects/base/text/counted"
import type { Distribution, RowState } from "~/effects/treasury/payouts/Distribution"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { checkRows } from "~/effects/treasury/payouts/list/checkRows"
import { amountOf, formatAmount, NOTHING } from "~/ledger/index"
import { Expense, type ExpenseRules } from "./Expense"
import { ExpensesRepo } from "./ExpensesRepo.server"
import { ExpenseRefused } from "./errors"
import { AT_ONCE } from "./limits"

/** How an expense of a payout ended; `txId` is null if nothing was paid. */
const GatheredEnd = Schema.Struct({
  communityId: CommunityId,
  number: Schema.Int,
  wayId: Schema.String,
  txId: Schema.NullOr(Schema.String)
})

/** States of a row whose tokens have left the treasury. */
const PAID: ReadonlyArray<RowState> = ["sent", "claimable", "claimed", "recovered", "left"]

const listed = (numbers: ReadonlyArray<number>): string =>
  `${numbers.length === 1 ? "Expense" : "Expenses"} ${numbers.join(", ")}`

/** One line for each payee, in the order of their first expense. */
const linesOf = (expenses: ReadonlyArray<Expense>, shown: ExpenseRules["shown"]) => {
  const byPayee = new Map<AccountAddress, ReadonlyArray<Expense>>()
  for (const expense of expenses) byPayee.set(expense.payee, [...(byPayee.get(expense.payee) ?? []), expense])
  return [...byPayee].map(([account, own], at) => {
    const [only] = own
    const title = own.length === 1 && shown.includes("title") ? `: ${only?.title ?? ""}` : ""
    const sum = own.reduce((total, { amount }) => total + amountOf(amount), amountOf(NOTHING))
    const note = `${listed(own.map(({ number }) => number))}${title}`
    return { line: at + 1, account, amount: formatAmount(sum), note: note.slice(0, NOTE), own }
  })
}
const NOTE = 200

export class ExpensePayouts extends Effect.Service<ExpensePayouts>()("treasury/expenses/ExpensePayouts", {
  dependencies: [Distributions.Default, DistributionsRepo.Default, ExpensesRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* ExpensesRepo
    const distributions = yield* Distributions
    const runs = yield* DistributionsRepo

    const approved = findAll({
      Request: Schema.Struct({ communityId: CommunityId, numbers: Schema.Array(Schema.Int) }),
      Result: Expense,
      execute: ({ communityId, numbers }) => sql`SELECT * FROM expenses WHERE community_id = ${communityId}
        AND ${sql.in("number", numbers)} AND state = 'approved' ORDER BY number`
    })

    /** The caller has checked that the account can spend from the treasury. `accept` fixes the rows of the payout. */
    const gather = Effect.fn("ExpensePayouts.gather")(
      <E, R>(
        { id: communityId }: Pick<Community, "id">,
        numbers: ReadonlyArray<number>,
        {
          account,
          shown,
          treasury
        }: { readonly account: AccountAddress; readonly treasury: string; readonly shown: ExpenseRules["shown"] },
        accept: (run: Distribution) => Effect.Effect<void, E, R>
      ) =>
        Effect.gen(function* () {
          const expenses = yield* approved({ communityId, numbers })
          const gone = numbers.filter((number) => !expenses.some((each) => each.number === number))
          if (gone.length > 0) {
            return yield* new ExpenseRefused({
              message: `${listed(gone)} cannot be paid: only approved expenses are. Choose again.`
            })
          }
          const [first] = expenses
          if (first === undefined || expenses.some(({ resource }) => resource !== first.resource)) {
            return yield* new ExpenseRefused({ message: "Choose expenses in one token. Each token gets a payout." })
          }
          const { divisibility, resource, symbol } = first
          const lines = linesOf(expenses, shown)
          const rows = yield* checkRows(lines, { divisibility, own: [treasury] })
          const problem = rows.find(({ error }) => error !== null)
          if (problem !== undefined) {
            return yield* new ExpenseRefused({ message: `${problem.note}: ${problem.error ?? ""}` })
          }
          const number = yield* distributions.create({
            communityId,
            account,
            title: `${counted(expenses.length, "expense")}: ${numbers.join(", ")}`.slice(0, NOTE / 2),
            note: "",
            purpose: "other",
            resource,
            symbol,
            divisibility,
            mode: "direct",
            recoverDays: null,
            rule: null,
            record: null,
            remainder: NOTHING,
            hasFixedRows: true,
            rows
          })
          const run = yield* Effect.orDie(runs.findOrFail(communityId, number))
          for (const { line, own } of lines) {
            for (const { id } of own) {
              const change = { state: "paying", way: "payout", wayId: run.id, wayN: line, problem: null } as const
              if (!(yield* repo.move({ id }, ["approved"], change))) {
                return yield* new ExpenseRefused({
                  message: "One of these expenses was changed meanwhile. Choose again."
                })
              }
              yield* repo.record(id, { account, kind: "ordered", words: `Payout ${run.number}` })
            }
          }
          yield* accept(run)
          return run
        }).pipe(atomically(sql))
    )

    /** Expenses whose row was paid, or whose payout no longer exists because it was discarded before it started. */
    const ended = findAll({
      Request: Schema.Void,
      Result: GatheredEnd,
      execute: () => sql`SELECT e.community_id, e.number, e.way_id, r.tx_id FROM expenses e
        LEFT JOIN distributions d ON d.id = e.way_id
        LEFT JOIN distribution_rows r ON r.distribution_id = d.id AND r.line = e.way_n AND ${sql.in("r.state", PAID)}
        WHERE e.state = 'paying' AND e.way = 'payout' AND (d.id IS NULL OR r.tx_id IS NOT NULL)
        ORDER BY e.id LIMIT ${AT_ONCE}`
    })

    return { gather, ended: ended() }
  })
}) {}
