/** GET /api/budgets/{community}/{number}/report: every payment of a budget as CSV (docs/product/treasury.md, "Budgets"). */
import { Effect, Option } from "effect"
import { csvFile } from "~/effects/activity/activity/csv"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { numberIn } from "~/effects/treasury/distributions/Distributions.server"
import { fileOf } from "~/effects/treasury/distributions/pages/report.server"
import { BudgetPaymentsRepo } from "../BudgetPaymentsRepo.server"
import { BudgetsRepo } from "../BudgetsRepo.server"

const COLUMNS = [
  "number",
  "account",
  "name",
  "amount",
  "symbol",
  "reason",
  "orderedBy",
  "orderedAt",
  "state",
  "problem",
  "transaction"
] as const
/** More than anybody has ordered, failed ones included. */
const MOST = 10_000

export const budgetReport = Effect.gen(function* () {
  const here = yield* inside
  const { params } = yield* RouteArgs
  const repo = yield* BudgetsRepo
  const number = Option.getOrElse(numberIn(params.number), () => 0)
  const { id, symbol } = yield* repo.mustFind(here.community.id, number)
  const payments = yield* BudgetPaymentsRepo
  const rows = yield* payments.page(id, Number.MAX_SAFE_INTEGER, MOST)
  const lines = rows.map(({ account, amount, asker, askedBy, createdAt, n, payee, problem, reason, state, txId }) => ({
    number: n,
    account,
    name: payee,
    amount,
    symbol,
    reason,
    orderedBy: asker ?? askedBy,
    orderedAt: new Date(createdAt).toISOString(),
    state,
    problem,
    transaction: txId
  }))
  return fileOf(`${here.community.slug}-budget-${number}`, true, csvFile(COLUMNS, lines))
})
