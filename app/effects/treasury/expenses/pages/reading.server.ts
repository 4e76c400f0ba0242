/** What every page of expenses reads: the rules, whether the reader reviews, and the budgets that could pay. */
import { Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { GatewayDown, NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { numberIn } from "~/effects/treasury/payouts/Distributions.server"
import { TreasuryPlans } from "~/effects/treasury/treasury/TreasuryPlans.server"
import { amountOf, formatAmount } from "~/ledger/amount"
import { type ExpenseRules, isSpending } from "../Expense"
import { ExpensesRepo, type FoundExpense, type ListedExpense } from "../ExpensesRepo.server"
import { reviewerHere } from "../reviewing.server"
import type { BudgetChoice, ListedView } from "../views"

/** Budgets in escrow with what is left of each, by number; `resource` limits them to one token. */
export const budgetsHere = (here: Inside, resource?: string) =>
  Effect.map(
    Effect.flatMap(TreasuryPlans, (plans) => plans.of(here.community, false)),
    (lines) => {
      const tokens = new Map(
        lines.flatMap((line) =>
          line.what === "escrow" && line.state === "budget" ? [[line.number, line.resource] as const] : []
        )
      )
      return lines
        .flatMap((line) => (line.what === "budget" ? [line] : []))
        .filter(({ number }) => resource === undefined || tokens.get(number) === resource)
        .map(({ number, paid, symbol, title, total }): BudgetChoice => {
          const promised = lines
            .flatMap((line) => (line.what === "order" && line.number === number ? [amountOf(line.total)] : []))
            .reduce((sum, amount) => sum + amount, 0n)
          const left = amountOf(total) - amountOf(paid) - promised
          return { number, title, symbol, total, paid, promised: formatAmount(promised), left: formatAmount(left) }
        })
        .sort((one, other) => one.number - other.number)
    }
  )

/** The expense that the address names, or nothing. */
export const askedNumber = (url: URL): number => Option.getOrElse(numberIn(url.searchParams.get("e")), () => 0)

/** Whether the reader sees an expense at all, and whether as a reviewer or submitter sees it. */
export const sightOf = (
  { account, state }: Pick<FoundExpense["expense"], "account" | "state">,
  {
    isReviewer,
    reader,
    rules
  }: { readonly reader: string | null; readonly isReviewer: boolean; readonly rules: ExpenseRules }
): "whole" | "record" | "nothing" => {
  if (isReviewer || (reader !== null && account === reader)) return "whole"
  return isSpending(state) && rules.shown.length > 0 ? "record" : "nothing"
}

/** The expense of the address as the person may see it; `NotThere` for one that they may not. */
export const foundExpense = Effect.gen(function* () {
  const here = yield* inside
  const { request } = yield* RouteArgs
  const repo = yield* ExpensesRepo
  const found = yield* repo.find(here.community.id, askedNumber(new URL(request.url)))
  const review = yield* reviewerHere(here, found.rules)
  const sight = sightOf(found.expense, { reader: here.communityRole.account, rules: found.rules, ...review })
  // While the ledger does not respond, it is unknown whether the reader reviews.
  if (sight === "nothing") return yield* review.isUnsure ? new GatewayDown({}) : new NotThere({})
  return { here, ...found, ...review, sight }
})

/** The expense of the address, for the person who submitted it. */
export const ownExpense = Effect.gen(function* () {
  const found = yield* foundExpense
  if (found.expense.account !== found.here.communityRole.account) return yield* new NotThere({})
  return found
})

export const maySubmit = (here: Inside) => permissions.submitExpenses(here.communityRole).ok
export const requireSubmitter = (here: Inside) => requireAllowed(here, "submitExpenses")

export const listedView = (
  row: ListedExpense,
  {
    isReviewer,
    reader,
    rules
  }: { readonly reader: string | null; readonly isReviewer: boolean; readonly rules: ExpenseRules }
): ListedView => {
  const isMine = reader !== null && row.account === reader
  const isWhole = isReviewer || isMine
  const sees = (field: ExpenseRules["shown"][number]) => isWhole || rules.shown.includes(field)
  return {
    number: row.number,
    state: row.state,
    title: sees("title") ? row.title : null,
    amount: sees("amount") ? row.amount : null,
    symbol: row.symbol,
    category: sees("category") ? row.category : null,
    payee: sees("payee") ? row.payee : null,
    payeeName: sees("payee") ? row.payeeName : null,
    submitter: isWhole ? row.submitter : null,
    isMine,
    why: isWhole ? (row.problem ?? row.answer) : null,
    updatedAt: row.updatedAt
  }
}
