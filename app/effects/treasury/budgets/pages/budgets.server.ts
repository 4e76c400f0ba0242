/**
 * GET /community/detail/{id}/budgets: the spending rules, a new budget, or one budget (docs/product/treasury.md,
 * "Budgets").
 */
import { Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { withFreshProof } from "~/effects/access/rules"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { viewOf } from "~/effects/chain/prepared-transactions/stepView.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import { escrowView } from "~/effects/treasury/escrow/view.server"
import { numberIn } from "~/effects/treasury/payouts/Distributions.server"
import { treasuryTokens } from "~/effects/treasury/payouts/pages/holding.server"
import { freePayoutOf } from "~/effects/treasury/payouts/voteRule"
import { amountOf, formatAmount } from "~/ledger/index"
import { type Budget, promisedIn } from "../Budget"
import { BudgetPaymentsRepo } from "../BudgetPaymentsRepo.server"
import { Budgets } from "../Budgets.server"
import { BudgetsRepo } from "../BudgetsRepo.server"
import type { BudgetPage, BudgetsPage, NewBudgetPage } from "../views"
import { asked, budgetView, readerOf } from "./reading.server"

const PAGE = 20
const PAYMENTS = 50

const beforeIn = (url: URL) => numberIn(url.searchParams.get("before"))
const from = (before: Option.Option<number>) => Option.getOrElse(before, () => Number.MAX_SAFE_INTEGER)

const listOf = Effect.fn("budgets.listOf")(function* (here: Inside, url: URL) {
  const repo = yield* BudgetsRepo
  const before = beforeIn(url)
  const found = yield* repo.page(here.community.id, from(before), PAGE + 1)
  const shown = found.slice(0, PAGE)
  const page: BudgetsPage = {
    view: "list",
    ...(yield* readerOf(here)),
    budgets: shown.map((budget) => budgetView(budget)),
    next: found.length > PAGE ? (shown.at(-1)?.number ?? null) : null,
    isFirstPage: Option.isNone(before),
    freePayout: freePayoutOf(here.community),
    members: here.community.memberCount,
    signersPayFreely: here.community.governance.signersPayWithoutVote === true,
    bondsNeedVote: here.community.governance.bondsNeedVote
  }
  return page
})

const newPage = Effect.fn("budgets.newPage")(function* (here: Inside) {
  yield* requirePrepared(here, "set up a budget")
  const page: NewBudgetPage = {
    view: "new",
    ...(yield* readerOf(here)),
    ...(yield* treasuryTokens(here)),
    freePayout: freePayoutOf(here.community),
    members: here.community.memberCount
  }
  return page
})

const voteOf = (here: Inside, budget: Budget) =>
  Effect.gen(function* () {
    if (budget.state !== "draft" && budget.state !== "asked") return null
    const setup = yield* Budgets
    const { found, isNeeded } = yield* setup.voteOn(here.community, budget)
    const state = found === null ? "none" : found.isApproved ? "passed" : found.isOpen ? "open" : "failed"
    return { isNeeded: budget.state === "draft" && isNeeded, number: found?.number ?? null, state } as const
  })

/**
 * One of the signers of a multisig treasury, otherwise anyone with a badge. Nobody while the ledger does not answer.
 */
const mayOrder = (here: Inside) =>
  requirePrepared(here, "order payments").pipe(
    Effect.map(
      ({ signers }) =>
        signers === undefined || signers.seats.some(({ account }) => account === here.communityRole.account)
    ),
    Effect.catchAll(() => Effect.succeed(false))
  )

const oneOf = Effect.fn("budgets.oneOf")(function* (here: Inside, url: URL) {
  const repo = yield* BudgetsRepo
  const payments = yield* BudgetPaymentsRepo
  const steps = yield* PreparedTransactions
  const budget = yield* repo.findOrFail(here.community.id, asked(url))
  const reader = yield* readerOf(here)
  const before = beforeIn(url)
  const { escrow } = budget
  const isFunded = escrow !== null && escrow.address !== null
  const found = isFunded ? yield* payments.page(budget.id, from(before), PAYMENTS + 1) : []
  const shown = found.slice(0, PAYMENTS)
  const isOrdering = budget.state === "funded" && reader.isHolder && (yield* mayOrder(here))
  // The first page of a budget with few payments contains all of them.
  const isWhole = Option.isNone(before) && found.length <= PAYMENTS
  const promised = isOrdering ? promisedIn(isWhole ? found : yield* payments.all(budget.id)) : 0n
  const step = reader.isHolder && escrow !== null ? yield* steps.findOrFail(escrow.transactionId) : null
  const page: BudgetPage = {
    view: "one",
    ...reader,
    budget: budgetView(budget, escrow === null ? null : yield* escrowView(escrow)),
    // Also while a payment was made between the two reads: its sums are read again.
    isBusy: found.slice(0, 1).some(({ batches, open }) => open > 0 || batches !== escrow?.batches),
    mayOrder: isOrdering,
    needsProof: !withFreshProof(here.communityRole, here.communityRole.now).ok,
    free: isOrdering ? formatAmount(amountOf(budget.total) - promised) : null,
    vote: yield* voteOf(here, budget),
    payments: shown.map(({ account, amount, asker, createdAt, n, payee, problem, reason, state, txId }) => ({
      ...{ account, amount, asker, createdAt, n, payee, problem, reason, state, txId }
    })),
    next: found.length > PAYMENTS ? (shown.at(-1)?.n ?? null) : null,
    isFirstPage: Option.isNone(before),
    step: step === null ? null : yield* viewOf(step)
  }
  return page
})

export const budgetsPage = Effect.gen(function* () {
  const here = yield* inside
  const { request } = yield* RouteArgs
  const url = new URL(request.url)
  if (url.searchParams.has("b")) {
    if (asked(url) === 0) return yield* new NotThere({})
    return yield* oneOf(here, url)
  }
  return url.searchParams.has("new") ? yield* newPage(here) : yield* listOf(here, url)
})
