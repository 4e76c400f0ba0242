/** Readers of budgets for pages, and the view of a budget. */
import { Clock, Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must } from "~/effects/access/must"
import { withFreshProof } from "~/effects/access/rules"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import type { HeldTreasury } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { whoOpens } from "~/effects/treasury/deployment/whoOpens.server"
import type { EscrowView } from "~/effects/treasury/escrow/EscrowView"
import { summaryOf } from "~/effects/treasury/escrow/view.server"
import { numberIn } from "~/effects/treasury/payouts/Distributions.server"
import { holderHere } from "~/effects/treasury/payouts/pages/holding.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { type Budget, pathOf } from "../Budget"
import { BudgetsRepo } from "../BudgetsRepo.server"
import { BudgetRefused } from "../errors"
import type { BudgetView } from "../views"

export const readerOf = (here: Inside) =>
  Effect.gen(function* () {
    const { isThere } = yield* Relayer
    const now = yield* Clock.currentTimeMillis
    const opens = yield* whoOpens(here.community)
    return {
      now,
      ...(yield* holderHere(here)),
      opens,
      multisig: typeof opens === "string" ? null : opens,
      hasRelayer: isThere
    }
  })

/** The number in the address. */
export const asked = (url: URL): number => Option.getOrElse(numberIn(url.searchParams.get("b")), () => 0)

/** Who can order payments: in a multisig treasury one of its signers, with a proof from the last 24 hours. */
export const requireOrdering = ({ communityRole }: Inside, { signers }: HeldTreasury) =>
  Effect.gen(function* () {
    if (signers !== undefined && !signers.seats.some(({ account }) => account === communityRole.account)) {
      return yield* new BudgetRefused({
        message: "Only signers can order payments here, and your badge is not one of theirs."
      })
    }
    yield* must(withFreshProof(communityRole, communityRole.now))
  })

/** For every action on a budget: checks the badge on the ledger, then finds the budget that the address names. */
export const heldBudget = Effect.gen(function* () {
  const here = yield* inside
  const treasury = yield* requirePrepared(here, "manage budgets")
  const { request } = yield* RouteArgs
  const repo = yield* BudgetsRepo
  const budget = yield* repo.findOrFail(here.community.id, asked(new URL(request.url)))
  return { here, treasury, budget, to: pathOf(here.community.id, budget.number) }
})

export const budgetView = (budget: Budget, account: EscrowView | null = null): BudgetView => {
  const { digest, escrow, fees, most, number, payments, state, symbol, title, total, untilAt } = budget
  return {
    ...{ number, title, symbol, total, most, payments, untilAt, state, digest, fees },
    escrow: escrow === null ? null : summaryOf(escrow, account)
  }
}
