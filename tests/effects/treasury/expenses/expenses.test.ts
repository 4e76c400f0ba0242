/** An expense from its submission to the ledger, and everything that must not pay it twice (docs/product/expenses.md). */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, FastCheck as fc, Layer, TestClock } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { Faults } from "~/effects/local/Faults.server"
import { BudgetPayments } from "~/effects/treasury/budgets/BudgetPayments.server"
import { ExpensePayments } from "~/effects/treasury/expenses/ExpensePayments.server"
import { Expenses } from "~/effects/treasury/expenses/Expenses.server"
import { ExpensesLive } from "~/effects/treasury/expenses/layers.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { describeOnBothDatabases } from "../../../databases"
import { runs } from "../../../sets"
import { balanceOf, budgetOf, funded, paymentsOf, place, settled } from "../budgets/world"
import type { Garden } from "../payouts/escrowWorld"
import { ADA, held, person } from "../payouts/world"
import { decides, expenseOf, followedUp, gathers, joins, paysOut, submitted, wanted, world } from "./world"

const by = { account: ADA, isTitleShown: true }

describeOnBothDatabases("an expense", (database) => {
  const Live = world(database)
  const run = <A, E, R>(program: Effect.Effect<A, E, R>) => program.pipe(Effect.provide(Live))
  const pays = (where: Garden, number: number, budget: string) =>
    Effect.gen(function* () {
      const payments = yield* ExpensePayments
      yield* payments.payFrom(yield* expenseOf(where, number), yield* budgetOf(budget), by)
    })
  const eventOf = (account: string) =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) =>
        sql<{ readonly text: string }>`SELECT text FROM notifications WHERE account_address = ${account}
          AND type = 'expense' ORDER BY created_at, id`
    ).pipe(Effect.map((rows) => rows.map(({ text }) => text)))

  it.effect("is submitted, approved and paid from a budget, and each state is told to whom it concerns", () =>
    run(
      Effect.gen(function* () {
        const where = yield* place
        const [amir, marta] = [yield* joins(where, 1, "Amir"), yield* joins(where, 2, "Marta", "moderator")]
        const { id } = yield* funded(where)
        const { number } = yield* submitted(where)
        assert.include((yield* eventOf(marta)).join(), "Amir submitted an expense of 12.5 GRD: Seed potatoes")
        assert.strictEqual((yield* decides(where, number, "approved")).state, "approved")
        yield* pays(where, number, id)
        assert.strictEqual((yield* expenseOf(where, number)).state, "paying")
        yield* followedUp
        assert.strictEqual((yield* expenseOf(where, number)).state, "paying")
        yield* settled(id)
        yield* followedUp
        const paid = yield* expenseOf(where, number)
        const [payment] = yield* paymentsOf(id)
        assert.deepInclude(paid, { state: "paid", problem: null })
        assert.isNotNull(paid.txId)
        assert.strictEqual(paid.txId, payment?.txId)
        assert.strictEqual(payment?.reason, "Expense 1: Seed potatoes")
        assert.strictEqual(yield* balanceOf(where.treasury.token, 1), "12.5")
        assert.include((yield* eventOf(amir)).join(), "was paid: 12.5 GRD.")
        // What was paid is never ordered again.
        yield* Effect.flip(pays(where, number, id))
        assert.lengthOf(yield* paymentsOf(id), 1)
      })
    )
  )

  it.effect("is asked about and answered; a reviewer never decides on another version or on money for themselves", () =>
    run(
      Effect.gen(function* () {
        const where = yield* place
        yield* joins(where, 1, "Amir")
        yield* joins(where, 2, "Marta", "moderator")
        const expenses = yield* Expenses
        const first = yield* submitted(where)
        assert.deepInclude(yield* decides(where, first.number, "asked"), { state: "asked" })
        const asked = yield* expenseOf(where, first.number)
        const given = { wanted: wanted(where, { amount: AmountText.make("11") }), files: [], isSure: false }
        const { rules } = { rules: { reviewers: "moderators", shown: [], categories: [] } } as const
        yield* expenses.reply(asked, given, { removed: [], rules })
        // The page of the reviewer shows the version before the reply.
        const marta = { account: person(2).account } as Parameters<typeof expenses.decide>[1]
        const stale = { decision: "approved", version: asked.version, words: "" } as const
        const replied = yield* expenseOf(where, first.number)
        assert.strictEqual(replied.amount, "11")
        assert.strictEqual((yield* Effect.flip(expenses.decide(replied, marta, stale))).code, "E-CHANGED")
        assert.strictEqual((yield* Effect.flip(decides(where, first.number, "approved", 1))).code, "E-SELF")
        assert.strictEqual((yield* decides(where, first.number, "refused")).state, "refused")
        assert.strictEqual((yield* Effect.flip(decides(where, first.number, "approved"))).code, "E-STATE")
        // The refused one again: it is said, and the submitter can say that it is another one.
        const again = yield* Effect.flip(submitted(where, { amount: AmountText.make("11") }))
        assert.deepInclude(again, { code: "E-TWICE" })
        assert.include(again.message, "Expense 1 has the same amount, payee and day.")
        assert.strictEqual((yield* submitted(where, { amount: AmountText.make("11") }, true)).number, 2)
      })
    )
  )

  it.effect("whose payment did not happen says why and can be paid again, once", () =>
    run(
      Effect.gen(function* () {
        const where = yield* place
        yield* joins(where, 1, "Amir")
        yield* joins(where, 2, "Marta", "moderator")
        const { id } = yield* funded(where)
        const { number } = yield* submitted(where)
        yield* decides(where, number, "approved")
        yield* pays(where, number, id)
        yield* (yield* BudgetPayments).withdraw(yield* budgetOf(id), 1)
        yield* followedUp
        const back = yield* expenseOf(where, number)
        assert.deepInclude(back, { state: "approved", problem: "The order was withdrawn.", wayId: null })
        yield* pays(where, number, id)
        yield* settled(id)
        yield* followedUp
        yield* followedUp
        assert.strictEqual((yield* expenseOf(where, number)).state, "paid")
        assert.strictEqual(yield* balanceOf(where.treasury.token, 1), "12.5")
        const beyond = yield* submitted(where, { amount: AmountText.make("31"), day: "1970-01-02" })
        yield* decides(where, beyond.number, "approved")
        const refused = yield* Effect.flip(pays(where, beyond.number, id))
        assert.include(String(refused), "At most 30 GRD for each payment.")
        assert.strictEqual((yield* expenseOf(where, beyond.number)).state, "approved")
      })
    )
  )

  const commands = [
    "pay",
    "payTwice",
    "payAndGather",
    "gather",
    "discard",
    "read",
    "follow",
    "withdraw",
    "crash",
    "crashLate",
    "crashGathering",
    "fail",
    "reject"
  ] as const
  type Command = (typeof commands)[number]
  type Needs = Layer.Layer.Success<ReturnType<typeof world>>

  const played = (given: ReadonlyArray<Command>) =>
    Effect.gen(function* () {
      const where = yield* place
      yield* joins(where, 1, "Amir")
      yield* joins(where, 2, "Marta", "moderator")
      const budgets = [yield* funded(where, { payments: 40 }), yield* funded(where, { payments: 40 })] as const
      const faults = yield* Faults
      const payments = yield* BudgetPayments
      const [steps, checks] = [yield* PreparedTransactions, yield* TransactionChecks]
      const { number } = yield* submitted(where)
      yield* decides(where, number, "approved")
      let turn = 0
      const next = () => budgets[turn++ % 2]?.id ?? ""
      /** Another server: it knows nothing but the database. */
      const elsewhere = (budget: string) =>
        Effect.provide(
          Effect.flatMap(ExpensePayments, ({ payFrom }) =>
            Effect.flatMap(Effect.all([expenseOf(where, number), budgetOf(budget)]), ([expense, from]) =>
              payFrom(expense, from, by)
            )
          ),
          Layer.fresh(ExpensesLive)
        )
      const gathering = Effect.provide(gathers(where, number), Layer.fresh(ExpensesLive))
      const sql = yield* SqlClient.SqlClient
      const distributions = yield* Distributions
      const runsRepo = yield* DistributionsRepo
      const payouts = Effect.flatMap(
        sql<{ readonly id: string }>`SELECT id FROM distributions ORDER BY number`,
        (found) => Effect.forEach(found, ({ id }) => runsRepo.findIdOrFail(id))
      )
      const dying = (yields: number, order: () => Effect.Effect<unknown, unknown, Needs> = () => elsewhere(next())) =>
        Effect.gen(function* () {
          const fiber = yield* Effect.fork(Effect.ignore(order()))
          yield* Effect.yieldNow().pipe(Effect.repeatN(yields))
          yield* Fiber.interrupt(fiber)
        })
      const read = Effect.forEach(budgets, ({ id }) => Effect.ignore(settled(id, 3)))
      const play: Readonly<Record<Command, Effect.Effect<unknown, unknown, Needs>>> = {
        pay: Effect.suspend(() => pays(where, number, next())),
        // Two reviewers at once, on two servers, from two budgets.
        payTwice: Effect.suspend(() => {
          const [one, two] = [elsewhere(next()), elsewhere(next())]
          return Effect.all([Effect.exit(one), Effect.exit(two)], { concurrency: 2 })
        }),
        // One reviewer pays from a budget while another makes a payout.
        payAndGather: Effect.suspend(() =>
          Effect.all([Effect.exit(elsewhere(next())), Effect.exit(gathering)], { concurrency: 2 })
        ),
        gather: gathering,
        discard: Effect.flatMap(payouts, (found) =>
          Effect.forEach(found, (run) => Effect.ignore(distributions.stop(run)))
        ),
        read,
        follow: followedUp,
        withdraw: Effect.forEach(budgets, ({ id }) =>
          Effect.ignore(Effect.flatMap(budgetOf(id), (budget) => payments.withdraw(budget, 1)))
        ),
        crash: dying(20),
        crashLate: dying(200),
        crashGathering: dying(60, () => gathering),
        fail: faults.change({ nextTransaction: "CommittedFailure" }),
        reject: faults.change({ nextTransaction: "Rejected" })
      }
      const open = Effect.map(
        Effect.forEach(budgets, ({ id }) => paymentsOf(id)),
        (all) => all.flat().filter(({ state }) => state === "waiting" || state === "sent" || state === "paid")
      )
      for (const command of given) {
        yield* Effect.ignore(play[command])
        assert.isAtMost((yield* open).length + (yield* payouts).length, 1, command)
      }
      yield* faults.change({ nextTransaction: null })
      yield* Effect.forEach(yield* payouts, (run) => paysOut(where, run))
      for (let round = 0; round < 4; round++) {
        yield* TestClock.adjust("70 minutes")
        const undecided = yield* steps.undecided(null, 50)
        yield* Effect.forEach(undecided, (each) => Effect.ignore(Effect.flatMap(steps.findOrFail(each), checks.check)))
        yield* Effect.forEach(budgets, ({ id }) => Effect.ignore(settled(id)))
        yield* followedUp
      }
      const { state } = yield* expenseOf(where, number)
      const [amount] = yield* held(where.treasury.token, [person(1).account])
      assert.include(["approved", "paid"], state)
      assert.strictEqual(amount, state === "paid" ? "12.5" : "0")
      return state === "paid" ? 1 : 0
    })

  it.effect(
    "is paid at most once, with two reviewers, two servers, two budgets and crashes in between",
    () =>
      Effect.gen(function* () {
        const lists = fc.sample(fc.array(fc.constantFrom(...commands), { minLength: 4, maxLength: 12 }), {
          numRuns: runs(3, 10),
          seed: 11
        })
        let paid = 0
        for (const list of lists) {
          paid += yield* played(["payTwice", ...list]).pipe(
            Effect.provide(world(database)),
            Effect.tapErrorCause(() => Effect.sync(() => console.error(JSON.stringify(list))))
          )
        }
        // Scripts in which nothing is paid would prove nothing.
        assert.isAbove(paid, 0)
      }),
    600_000
  )
})
