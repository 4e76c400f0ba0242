/** What keepers are asked to approve of a budget: parking it, and taking back what is left of it. */
import { Effect, Option } from "effect"
import { type Done, textOf } from "~/effects/base/remix/pageAction.server"
import { readFirst } from "~/effects/chain/indexer/readFirst.server"
import { keepersHref } from "~/effects/communities/communities/hrefs"
import { inside } from "~/effects/communities/communities/inside.server"
import { type Budget, leftIn } from "~/effects/treasury/budgets/Budget"
import { Budgets } from "~/effects/treasury/budgets/Budgets.server"
import { BudgetsRepo } from "~/effects/treasury/budgets/BudgetsRepo.server"
import { mustPrepare } from "~/effects/treasury/deployment/preparing.server"
import { numberIn } from "~/effects/treasury/distributions/Distributions.server"
import { backKeyOf, parkKeyOf } from "~/effects/treasury/settler/parkedSteps.server"
import { formatAmount } from "~/ledger/index"
import { Keeping } from "../Keeping.server"
import { StepActs } from "../StepActs.server"

/** The keeper who asks, the budget that the form names, and the treasury with all its keepers. */
const asked = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const kept = yield* (yield* Keeping).mustKeep(here, "propose it")
    const number = Option.getOrElse(numberIn(textOf(form, "b")), () => 0)
    const budget = yield* (yield* BudgetsRepo).mustFind(here.community.id, number)
    yield* readFirst(here.community.id)
    const treasury = yield* mustPrepare(here, "manage budgets")
    return { here, kept, budget, treasury, acts: yield* StepActs, budgets: yield* Budgets }
  })

const nameOf = ({ number, title }: Budget) => ({ what: "budget" as const, number, title })

const parking = (form: FormData) =>
  Effect.gen(function* () {
    const { acts, budget, budgets, here, kept, treasury } = yield* asked(form)
    yield* acts.mustBeFree(here.community.id, parkKeyOf(budget.id))
    const step = yield* budgets.park(here.community, treasury, budget, textOf(form, "digest"))
    const amounts = [
      { symbol: budget.symbol, amount: budget.total },
      { symbol: "XRD", amount: budget.fees }
    ]
    const wanted = { kind: "parking", step, run: nameOf(budget), amounts, digest: budget.digest } as const
    const act = yield* acts.propose(here, kept, wanted)
    return { to: keepersHref(here.community.id, act.number) } satisfies Done
  })

const takingBack = (form: FormData) =>
  Effect.gen(function* () {
    const { acts, budget, budgets, here, kept, treasury } = yield* asked(form)
    yield* acts.mustBeFree(here.community.id, backKeyOf(budget.id, budget.moves))
    const step = yield* budgets.takeBack(treasury, budget)
    const { token, xrd } = leftIn(budget)
    const amounts = [
      { symbol: budget.symbol, amount: formatAmount(token) },
      { symbol: "XRD", amount: formatAmount(xrd) }
    ]
    const wanted = { kind: "back", step, run: nameOf(budget), amounts, digest: null } as const
    const act = yield* acts.propose(here, kept, wanted)
    return { to: keepersHref(here.community.id, act.number) } satisfies Done
  })

export const budgetCommands = { "propose-budget": parking, "propose-budget-back": takingBack }
