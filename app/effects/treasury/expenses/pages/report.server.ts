/** GET /api/expenses/{community}/report: the expenses that the reader sees, as CSV (docs/product/expenses.md). */
import { Effect, Stream } from "effect"
import { AT_ONCE, pageOf, readInPages } from "~/effects/base/jobs/inParts"
import { csvInParts, downloadInParts } from "~/effects/base/remix/download.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { ExpenseRulesRepo } from "../ExpenseRulesRepo.server"
import { ExpensesRepo, type ListedExpense } from "../ExpensesRepo.server"
import { reviewerHere } from "../reviewing.server"
import { listedView } from "./reading.server"

const COLUMNS = [
  "number",
  "title",
  "category",
  "amount",
  "symbol",
  "day",
  "payee",
  "payeeName",
  "submittedBy",
  "state",
  "why",
  "transaction"
] as const

export const expensesReport = Effect.gen(function* () {
  const here = yield* inside
  const reader = here.communityRole.account
  const { rules } = yield* (yield* ExpenseRulesRepo).overview(here.community.id, reader)
  const { isReviewer } = yield* reviewerHere(here, rules)
  const repo = yield* ExpensesRepo
  const who = { account: reader, isReviewer, seesRecord: rules.shown.length > 0 }
  const rows = readInPages(Number.MAX_SAFE_INTEGER, (before) =>
    Effect.map(repo.page(here.community.id, who, { before, limit: AT_ONCE, state: null }), (found) =>
      pageOf(found, AT_ONCE, ({ number }) => number)
    )
  )
  const lineOf = (row: ListedExpense) => {
    const { amount, category, isMine, number, payee, payeeName, state, submitter, symbol, title, why } = listedView(
      row,
      {
        ...{ reader: here.communityRole.account, isReviewer, rules }
      }
    )
    const day = isReviewer || isMine ? row.day : null
    return {
      ...{ number, title, category, amount, symbol, day, payee, payeeName, submittedBy: submitter, state, why },
      transaction: row.txId
    }
  }
  return yield* downloadInParts(
    csvInParts(
      COLUMNS,
      Stream.map(rows, (some) => some.map(lineOf))
    ),
    {
      name: `${here.community.slug}-expenses`,
      isCsv: true
    }
  )
})
