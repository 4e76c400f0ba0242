/** Expenses of Riverside Garden: Ada owns it and holds its badge; others are members, two of them moderators. */
import { Effect, Layer } from "effect"
import type { Role } from "~/effects/access/Membership"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { startRules } from "~/effects/treasury/expenses/Expense"
import { ExpensePayments } from "~/effects/treasury/expenses/ExpensePayments.server"
import { ExpensePayouts } from "~/effects/treasury/expenses/ExpensePayouts.server"
import { Expenses, type WantedExpense } from "~/effects/treasury/expenses/Expenses.server"
import { ExpensesRepo } from "~/effects/treasury/expenses/ExpensesRepo.server"
import { ExpensesLive } from "~/effects/treasury/expenses/layers.server"
import type { Distribution } from "~/effects/treasury/payouts/Distribution"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { TreasuryPlans } from "~/effects/treasury/treasury/TreasuryPlans.server"
import { asResource } from "../../../addresses"
import type { Database } from "../../../databases"
import { join } from "../../communities/communities/world"
import { world as budgetsWorld } from "../budgets/world"
import { approved, type Garden, settled as settledPayout } from "../payouts/escrowWorld"
import { ADA, person } from "../payouts/world"

export const world = (database: Database) =>
  Layer.mergeAll(ExpensesLive, TreasuryPlans.Default).pipe(
    Layer.provideMerge(UploadStore.layerMemory),
    Layer.provideMerge(budgetsWorld(database))
  )

/** Joins the community with a profile. */
export const joinsAs = (
  { community }: Pick<Garden, "community">,
  account: AccountAddress,
  username: string,
  role: Role = "member"
) =>
  Effect.gen(function* () {
    const users = yield* UsersRepo
    yield* users.insert({
      accountAddress: account,
      username,
      email: `${username.replaceAll(" ", ".")}@example.org`,
      bio: "",
      displayImage: "",
      tags: [],
      workHistory: [],
      newsletter: false
    })
    yield* join(community.id, account, { role })
    return account
  })

export const joins = (where: Pick<Garden, "community">, seed: number, username: string, role: Role = "member") =>
  joinsAs(where, person(seed).account, username, role)

export const wanted = (
  { treasury }: Pick<Garden, "treasury">,
  changes: Partial<WantedExpense> = {}
): WantedExpense => ({
  kind: "own",
  title: "Seed potatoes",
  resource: treasury.token ?? asResource(""),
  symbol: "GRD",
  divisibility: 2,
  amount: AmountText.make("12.5"),
  payee: person(1).account,
  day: "1970-01-01",
  category: "Materials",
  words: "For beds 9 to 14",
  ...changes
})

export const submitted = (where: Garden, changes: Partial<WantedExpense> = {}, isSure = false) =>
  Effect.gen(function* () {
    const expenses = yield* Expenses
    const by = { name: "Amir", rules: startRules }
    const given = { wanted: wanted(where, changes), files: [], isSure }
    const prepared = yield* expenses.prepare(given)
    const number = yield* expenses.submit(where.community.id, person(1).account, prepared, by)
    return yield* expenseOf(where, number)
  })

export const expenseOf = ({ community }: Pick<Garden, "community">, number: number) =>
  Effect.flatMap(ExpensesRepo, (repo) => Effect.map(repo.find(community.id, number), ({ expense }) => expense))

export const decides = (
  where: Garden,
  number: number,
  decision: "approved" | "asked" | "refused",
  seed = 2,
  words = decision === "approved" ? "" : "The total is cut off"
) =>
  Effect.gen(function* () {
    const expense = yield* expenseOf(where, number)
    const who = { account: person(seed).account } as Parameters<Expenses["decide"]>[1]
    yield* (yield* Expenses).decide(expense, who, { decision, version: expense.version, words })
    return yield* expenseOf(where, number)
  })

/** Makes one payout of these expenses, with its rows fixed and no vote. */
export const gathers = (where: Garden, ...numbers: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const [payouts, distributions] = [yield* ExpensePayouts, yield* Distributions]
    const by = { account: ADA, treasury: where.treasury.treasury, shown: startRules.shown }
    return yield* payouts.gather(where.community, numbers, by, (run) => distributions.accept(run, false))
  })

/** Starts the payout and pays it from escrow. */
export const paysOut = (where: Garden, { id }: Pick<Distribution, "id">) =>
  Effect.gen(function* () {
    const distributions = yield* Distributions
    const repo = yield* DistributionsRepo
    yield* distributions.start(yield* repo.findIdOrFail(id), 20, 1)
    yield* approved(where, yield* repo.findIdOrFail(id))
    yield* settledPayout(id)
  })

export const followedUp = Effect.flatMap(ExpensePayments, ({ followUp }) => followUp)
