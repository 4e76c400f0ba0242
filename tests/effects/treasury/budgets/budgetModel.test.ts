/**
 * At every moment the escrow of a budget is paid, left or refunded, in any order of orders, failures, crashes, pauses,
 * ends and withdrawals, and no payment is made twice (docs/product/treasury.md, "Budgets").
 */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { Faults } from "~/effects/local/Faults.server"
import { BudgetPayments } from "~/effects/treasury/budgets/BudgetPayments.server"
import { Budgets } from "~/effects/treasury/budgets/Budgets.server"
import { BudgetEscrowWorker } from "~/effects/treasury/budgets/escrowPurpose.server"
import { BudgetsLive } from "~/effects/treasury/budgets/layers.server"
import { leftIn } from "~/effects/treasury/escrow/Escrow"
import { amountOf, ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { holds, troubles, troublesOf } from "../escrow/model"
import { held, person, report, sign } from "../payouts/world"
import { books, budgetOf, DAY, funded, order, paymentsOf, place, settled, world } from "./world"

const START = 100_000n * ONE
const PEOPLE = [1, 2, 3]

const commands = [
  "order",
  "poll",
  "order",
  "poll",
  "order",
  "poll",
  "withdraw",
  "poll",
  "poll",
  "poll",
  ...troubles,
  "pause",
  "resume",
  "wake",
  "askBack",
  "signBack",
  "finish",
  "time",
  "days"
] as const
type Command = (typeof commands)[number]

type Needs = Layer.Layer.Success<ReturnType<typeof world>>

const played = (given: ReadonlyArray<Command>) =>
  Effect.gen(function* () {
    const where = yield* place
    const [budgets, payments, runs] = [yield* Budgets, yield* BudgetPayments, yield* BudgetEscrowWorker]
    const [faults, steps, checks] = [yield* Faults, yield* PreparedTransactions, yield* TransactionChecks]
    const { id } = yield* funded(where, { payments: 40 })
    const now = budgetOf(id)
    let [back, turn]: [Step | undefined, number] = [undefined, 0]

    /** A server that has just started knows nothing but the database. */
    const restarted = Effect.provide(
      Effect.flatMap(BudgetEscrowWorker, ({ poll }) => poll(id)),
      Layer.fresh(BudgetsLive)
    )
    const play: Readonly<Record<Command, Effect.Effect<unknown, unknown, Needs>>> = {
      order: Effect.suspend(() => order(id, `${++turn}`, (turn % 3) + 1)),
      withdraw: Effect.flatMap(now, (budget) => payments.withdraw(budget, Math.max(1, turn))),
      poll: runs.poll(id),
      ...troublesOf(faults, restarted, { early: 40, late: 400 }),
      pause: Effect.flatMap(now, (budget) => budgets.pause(budget, true)),
      resume: Effect.flatMap(now, (budget) => budgets.pause(budget, false)),
      wake: Effect.flatMap(now, budgets.wake),
      askBack: Effect.map(
        Effect.flatMap(now, (budget) => budgets.takeBack(where.treasury, budget)),
        (step) => {
          back = step
        }
      ),
      signBack: Effect.suspend(() =>
        back === undefined ? Effect.void : Effect.flatMap(sign(back.manifest), (txId) => report(back?.id ?? "", txId))
      ),
      finish: Effect.flatMap(now, budgets.finish),
      time: TestClock.adjust("3 minutes"),
      days: TestClock.adjust("2 days")
    }

    const owned = Effect.map(
      held(
        where.treasury.token,
        PEOPLE.map((seed) => person(seed).account)
      ),
      (amounts) => amounts.map((amount) => BigInt(amount) * ONE)
    )
    /** Nothing is lost on the ledger; the books agree once nothing is in progress. */
    const addUp = Effect.gen(function* () {
      const { escrow, token, treasury, xrd } = yield* books(where, id)
      const paid = (yield* owned).reduce((sum, amount) => sum + amount, 0n)
      assert.strictEqual(token + treasury + paid, START)
      const left = leftIn(escrow)
      assert.isTrue(token <= left.token && xrd <= left.xrd, "the account holds less than the books, or as much")
      if (escrow.pendingId !== null) return
      const isBackKnown = back === undefined || (yield* steps.findOrFail(back.id)).state !== "sent"
      if (isBackKnown) assert.strictEqual(token, left.token)
    })
    for (const command of given) {
      yield* Effect.ignore(play[command])
      yield* addUp
    }

    yield* faults.change({ nextTransaction: null })
    yield* TestClock.adjust(11 * DAY)
    for (let round = 0; round < 20 && (yield* now).state !== "ended"; round++) {
      yield* TestClock.adjust("70 minutes")
      const open = yield* steps.undecided(null, 50)
      yield* Effect.forEach(open, (each) => Effect.ignore(Effect.flatMap(steps.findOrFail(each), checks.check)))
      yield* Effect.ignore(settled(id))
    }
    const end = yield* books(where, id)
    const all = yield* paymentsOf(id)
    const made = all.filter(({ state }) => state === "paid")
    assert.strictEqual(end.budget.state, "ended")
    assert.isTrue(all.every(({ state }) => state !== "waiting" && state !== "sent"))
    assert.strictEqual(end.token, 0n)
    assert.strictEqual(amountOf(end.budget.total), amountOf(end.escrow.paid) + amountOf(end.escrow.returned))
    assert.strictEqual(made.length, end.escrow.batches)
    assert.strictEqual(
      made.reduce((sum, { amount }) => sum + amountOf(amount), 0n),
      amountOf(end.escrow.paid)
    )
    // Everyone marked as paid was paid exactly once, and nobody else was.
    const wanted = PEOPLE.map((seed) =>
      made
        .filter(({ account }) => account === person(seed).account)
        .reduce((sum, { amount }) => sum + amountOf(amount), 0n)
    )
    assert.deepStrictEqual(yield* owned, wanted)
    yield* addUp
    return made.length
  })

describeOnBothDatabases("the escrow of a budget", (database) => {
  it.effect(
    "is paid, left or refunded, whatever happens in between",
    () =>
      holds({ commands, lengths: [8, 32], many: [6, 18], seed: 17 }, 4, (list) =>
        played(["order", ...list]).pipe(Effect.provide(world(database)))
      ),
    600_000
  )
})
