/** Requests of signers about a budget: its escrow, and withdrawing it. */
import { Effect, Option } from "effect"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { inside } from "~/effects/communities/communities/inside.server"
import type { Budget } from "~/effects/treasury/budgets/Budget"
import { Budgets } from "~/effects/treasury/budgets/Budgets.server"
import { BudgetsRepo } from "~/effects/treasury/budgets/BudgetsRepo.server"
import { numberIn } from "~/effects/treasury/payouts/Distributions.server"
import { backKeyOf, fundKeyOf } from "~/effects/treasury/relayer/escrowSteps.server"
import { broughtIn, signerHere, toRequest } from "./signerHere.server"

/** The signer, the budget that the form names, and the treasury with all its signers. */
const asked = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const signer = yield* signerHere(here, "manage budgets")
    const number = Option.getOrElse(numberIn(textOf(form, "b")), () => 0)
    const budget = yield* (yield* BudgetsRepo).findOrFail(here.community.id, number)
    return { here, ...signer, budget, budgets: yield* Budgets }
  })

const nameOf = ({ number, title }: Budget) => ({ what: "budget" as const, number, title })

const parking = (form: FormData) =>
  Effect.gen(function* () {
    const { acts: requests, budget, budgets, here, kept, treasury } = yield* asked(form)
    yield* requests.requireFree(here.community.id, fundKeyOf(budget.id))
    const step = yield* budgets.fundEscrow(here.community, treasury, budget, textOf(form, "digest"))
    const amounts = [
      { symbol: budget.symbol, amount: budget.total, resource: budget.resource },
      { symbol: "XRD", amount: budget.fees }
    ]
    const wanted = { kind: "parking", step, run: nameOf(budget), amounts, digest: budget.digest } as const
    return toRequest(yield* requests.propose(here, kept, wanted))
  })

const takingBack = (form: FormData) =>
  Effect.gen(function* () {
    const { acts: requests, budget, budgets, here, kept, treasury } = yield* asked(form)
    yield* requests.requireFree(here.community.id, backKeyOf(budget.id, budget.moves))
    const step = yield* budgets.takeBack(treasury, budget)
    const amounts = yield* broughtIn(step, budget.symbol)
    const wanted = { kind: "back", step, run: nameOf(budget), amounts, digest: null } as const
    return toRequest(yield* requests.propose(here, kept, wanted))
  })

export const budgetCommands = { "propose-budget": parking, "propose-budget-back": takingBack }
