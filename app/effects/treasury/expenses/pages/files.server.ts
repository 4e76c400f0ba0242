/**
 * GET /api/expenses/{community}/{number}/files/{file}: a receipt, for reviewers and the person who submitted it. It
 * always is a download, and the headers of every response keep anything in it from running.
 */
import { Effect, Option } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { numberIn } from "~/effects/treasury/payouts/Distributions.server"
import { Expenses } from "../Expenses.server"
import { ExpensesRepo } from "../ExpensesRepo.server"
import { reviewerHere } from "../reviewing.server"
import { sightOf } from "./reading.server"

export const expenseFile = Effect.gen(function* () {
  const here = yield* inside
  const { params } = yield* RouteArgs
  const repo = yield* ExpensesRepo
  const { expense, rules } = yield* repo.find(
    here.community.id,
    Option.getOrElse(numberIn(params.number), () => 0)
  )
  const { isReviewer } = yield* reviewerHere(here, rules)
  const missing = new NotThere({ message: "This file does not exist." })
  if (sightOf(expense, { reader: here.communityRole.account, isReviewer, rules }) !== "whole") return yield* missing
  const file = (yield* repo.files(expense.id)).find(({ id }) => id === params.file)
  return (file === undefined ? undefined : yield* (yield* Expenses).sendFile(file)) ?? (yield* missing)
})
