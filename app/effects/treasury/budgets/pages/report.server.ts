/** GET /api/budgets/{community}/{number}/report: every payment of a budget as CSV (docs/product/treasury.md, "Budgets"). */
import { Effect, Option, Stream } from "effect"
import { AT_ONCE, pageOf, readInPages } from "~/effects/base/jobs/inParts"
import { csvInParts, downloadInParts } from "~/effects/base/remix/download.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { numberIn } from "~/effects/treasury/payouts/Distributions.server"
import { BudgetPaymentsRepo, type NamedPayment } from "../BudgetPaymentsRepo.server"
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

const lineOf =
  (symbol: string) =>
  ({ account, amount, asker, askedBy, createdAt, n, payee, problem, reason, state, txId }: NamedPayment) => ({
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
  })

export const budgetReport = Effect.gen(function* () {
  const here = yield* inside
  const { params } = yield* RouteArgs
  const repo = yield* BudgetsRepo
  const number = Option.getOrElse(numberIn(params.number), () => 0)
  const { id, symbol } = yield* repo.findOrFail(here.community.id, number)
  const payments = yield* BudgetPaymentsRepo
  // Reads all payments; failed ones do not count, so there is no upper limit.
  const rows = readInPages(Number.MAX_SAFE_INTEGER, (before) =>
    Effect.map(payments.page(id, before, AT_ONCE), (found) => pageOf(found, AT_ONCE, ({ n }) => n))
  )
  const lines = Stream.map(rows, (some) => some.map(lineOf(symbol)))
  return yield* downloadInParts(csvInParts(COLUMNS, lines), {
    name: `${here.community.slug}-budget-${number}`,
    isCsv: true
  })
})
