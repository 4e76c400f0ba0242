/** GET /api/budgets/{community}/{number}/report: every payment of a budget as CSV (docs/product/treasury.md, "Budgets"). */
import { Chunk, Effect, Option, Stream } from "effect"
import { atReadersPace } from "~/effects/base/remix/pace.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { csvHead, csvLines } from "~/effects/base/text/csv"
import { inside } from "~/effects/communities/communities/inside.server"
import { numberIn } from "~/effects/treasury/distributions/Distributions.server"
import { fileOf } from "~/effects/treasury/distributions/pages/report.server"
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
/** Payments read at once. */
const PAGE = 500

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
  const { id, symbol } = yield* repo.mustFind(here.community.id, number)
  const payments = yield* BudgetPaymentsRepo
  // All of them, by key and at the reader's pace: failed ones count for nothing, so there may be any number.
  const rows = Stream.paginateChunkEffect(Number.MAX_SAFE_INTEGER, (before) =>
    Effect.map(payments.page(id, before, PAGE), (page) => [
      Chunk.of(page),
      page.length < PAGE ? Option.none() : Option.fromNullable(page.at(-1)?.n)
    ])
  )
  const lines = Stream.map(rows, (page) => csvLines(COLUMNS, page.map(lineOf(symbol))))
  const text = Stream.concat(Stream.make(csvHead(COLUMNS)), lines)
  const body = yield* Stream.toReadableStreamEffect(yield* atReadersPace(Stream.encodeText(text)))
  return fileOf(`${here.community.slug}-budget-${number}`, true, body)
})
