/** A budget of Riverside Garden, on a real local ledger with a site that has a relayer key. */
import { Clock, Effect, Layer } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import type { BudgetTerms } from "~/effects/treasury/budgets/Budget"
import { BudgetPayments } from "~/effects/treasury/budgets/BudgetPayments.server"
import { BudgetPaymentsRepo } from "~/effects/treasury/budgets/BudgetPaymentsRepo.server"
import { Budgets } from "~/effects/treasury/budgets/Budgets.server"
import { BudgetsRepo } from "~/effects/treasury/budgets/BudgetsRepo.server"
import { BudgetEscrowWorker } from "~/effects/treasury/budgets/escrowPurpose.server"
import { BudgetsLive } from "~/effects/treasury/budgets/layers.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { amountOf, NOTHING } from "~/ledger/index"
import { asResource } from "../../../addresses"
import type { Database } from "../../../databases"
import { ADA } from "../../chain/ledger/transactions"
import { escrowWorld, type Garden, withKey, withXrd, XRD } from "../payouts/escrowWorld"
import { garden, held, person, report, sign } from "../payouts/world"

export const DAY = 86_400_000

export const world = (database: Database, given = withKey) =>
  BudgetsLive.pipe(Layer.provideMerge(escrowWorld(database, given)))

/** With 1,000 XRD and more in the treasury. */
export const place = Effect.tap(garden, (made) => withXrd(made))

/** 100 GRD until ten days from now, at most 30 per payment. */
export const termsOf = ({ treasury }: Garden, changes: Partial<BudgetTerms> = {}) =>
  Effect.map(Clock.currentTimeMillis, (now) => ({
    title: "Repairs of the greenhouse",
    resource: treasury.token ?? asResource(""),
    symbol: "GRD",
    divisibility: 2,
    total: AmountText.make("100"),
    most: AmountText.make("30"),
    payments: 12,
    untilAt: Math.floor(now / DAY) * DAY + 10 * DAY,
    treasury: treasury.treasury,
    ...changes
  }))

export const made = (where: Garden, changes: Partial<BudgetTerms> = {}) =>
  Effect.gen(function* () {
    const setup = yield* Budgets
    const repo = yield* BudgetsRepo
    const number = yield* setup.make(where.community.id, ADA, yield* termsOf(where, changes))
    return yield* repo.findOrFail(where.community.id, number)
  })

/** With the fields of its escrow. */
export const budgetOf = (id: string) =>
  Effect.map(
    Effect.flatMap(BudgetsRepo, (repo) => repo.get(id)),
    (budget) => ({ ...budget.escrow, ...budget })
  )

/** Created, and funded with one approval. */
export const funded = (where: Garden, changes: Partial<BudgetTerms> = {}) =>
  Effect.gen(function* () {
    const budgets = yield* Budgets
    const budget = yield* made(where, changes)
    const step = yield* budgets.fundEscrow(where.community, where.treasury, budget, budget.digest)
    yield* report(step.id, yield* sign(step.manifest))
    return yield* budgetOf(budget.id)
  })

export const order = (id: string, amount: string, seed = 1, reason = "Two panes of glass") =>
  Effect.gen(function* () {
    const payments = yield* BudgetPayments
    const wanted = { account: person(seed).account, amount: AmountText.make(amount), reason }
    return yield* payments.order(yield* budgetOf(id), wanted, ADA)
  })

/** Polls until nothing is left to do now. */
export const settled = (id: string, most = 60) =>
  Effect.gen(function* () {
    const runs = yield* BudgetEscrowWorker
    let checks = 0
    while (checks < most && (yield* runs.poll(id)) === "again") checks++
    return checks
  })

export const paymentsOf = (id: string) => Effect.flatMap(BudgetPaymentsRepo, (repo) => repo.all(id))

/** The balance of one person. */
export const balanceOf = (token: Parameters<typeof held>[0], seed: number) =>
  Effect.map(held(token, [person(seed).account]), ([amount]) => amount as string)

/** Balances of the escrow and the treasury on the ledger. */
export const books = (where: Garden, id: string) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const budget = yield* budgetOf(id)
    const all = yield* ledger.balances([...(budget.address == null ? [] : [budget.address]), where.treasury.treasury])
    const held = (account: string | null, resource: string) => {
      const found = [...all.byAccount].find(([each]) => each === account)?.[1] ?? []
      return amountOf([...found].find(([each]) => each === resource)?.[1] ?? NOTHING)
    }
    return {
      budget,
      escrow: yield* Effect.flatten((yield* EscrowsRepo).find(id)),
      token: held(budget.address ?? null, budget.resource),
      xrd: held(budget.address ?? null, XRD),
      treasury: held(where.treasury.treasury, budget.resource),
      treasuryXrd: held(where.treasury.treasury, XRD)
    }
  })
