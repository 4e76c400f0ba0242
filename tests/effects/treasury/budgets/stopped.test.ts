/** A budget or a payout that is stopped just when the site is about to pay. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { BudgetPayments } from "~/effects/treasury/budgets/BudgetPayments.server"
import { Budgets } from "~/effects/treasury/budgets/Budgets.server"
import { BudgetEscrowWorker } from "~/effects/treasury/budgets/escrowPurpose.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { PayoutEscrowWorker } from "~/effects/treasury/payouts/escrow/escrowPurpose.server"
import { PayoutEscrows } from "~/effects/treasury/payouts/escrow/PayoutEscrows.server"
import { ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { whileAsked } from "../../chain/ledger/whileAsked"
import { approved, begun, books as booksOfRun, settled as settledRun } from "../payouts/escrowWorld"
import { balanceOf, books, budgetOf, funded, order, paymentsOf, place, settled, world } from "./world"

const pollBudget = (id: string, happens: Effect.Effect<unknown, unknown>) =>
  Effect.flatMap(whileAsked(happens), (ledger) =>
    Effect.flatMap(BudgetEscrowWorker, ({ poll }) => poll(id)).pipe(
      Effect.provide(Layer.fresh(BudgetEscrowWorker.Default).pipe(Layer.provide(ledger)))
    )
  )

const pollRun = (id: string, happens: Effect.Effect<unknown, unknown>) =>
  Effect.flatMap(whileAsked(happens), (ledger) =>
    Effect.flatMap(PayoutEscrowWorker, ({ poll }) => poll(id)).pipe(
      Effect.provide(Layer.fresh(PayoutEscrowWorker.Default).pipe(Layer.provide(ledger)))
    )
  )

describeOnBothDatabases("stopping while the site queries the ledger", (database) => {
  for (const [stopped, by] of [
    ["paused", "pause"],
    ["ended", "finish"],
    ["taken back", "takeBack"],
    ["left without this payment", "withdraw"]
  ] as const) {
    it.effect(`a budget that was ${stopped} makes no more payments`, () =>
      Effect.gen(function* () {
        const where = yield* place
        const budgets = yield* Budgets
        const payments = yield* BudgetPayments
        const budget = yield* funded(where)
        yield* order(budget.id, "30", 1)
        const now = yield* budgetOf(budget.id)
        const happens = {
          pause: budgets.pause(now, true),
          finish: budgets.finish(now),
          takeBack: budgets.takeBack(where.treasury, now),
          withdraw: payments.withdraw(now, 1)
        }[by]
        yield* pollBudget(budget.id, happens)
        assert.strictEqual((yield* budgetOf(budget.id)).pendingId, null)
        assert.deepStrictEqual(
          (yield* paymentsOf(budget.id)).map(({ state }) => state),
          [by === "withdraw" ? "withdrawn" : "waiting"]
        )
        yield* settled(budget.id)
        assert.strictEqual(yield* balanceOf(where.treasury.token, 1), "0")
        const { token } = yield* books(where, budget.id)
        assert.strictEqual(token, by === "finish" ? 0n : 100n * ONE)
        if (by !== "pause") return
        yield* budgets.pause(yield* budgetOf(budget.id), false)
        yield* settled(budget.id)
        assert.strictEqual(yield* balanceOf(where.treasury.token, 1), "30")
      }).pipe(Effect.provide(world(database)))
    )
  }

  for (const stopped of ["paused", "stopped", "taken back"] as const) {
    it.effect(`a payout that was ${stopped} makes no more payments`, () =>
      Effect.gen(function* () {
        const where = yield* place
        const run = yield* begun(where, 3)
        yield* approved(where, run)
        const distributions = yield* Distributions
        const escrows = yield* PayoutEscrows
        const happens = {
          paused: distributions.pause(run, true),
          stopped: distributions.stop(run),
          "taken back": escrows.takeBack(where.treasury, run)
        }[stopped]
        const before = yield* booksOfRun(where, run.id)
        yield* pollRun(run.id, happens)
        assert.strictEqual((yield* booksOfRun(where, run.id)).escrow.pendingId, null)
        yield* settledRun(run.id)
        const now = yield* booksOfRun(where, run.id)
        assert.strictEqual(now.token + now.treasury, before.token + before.treasury)
        if (stopped !== "paused") return
        yield* distributions.pause(run, false)
        yield* settledRun(run.id)
        assert.strictEqual((yield* booksOfRun(where, run.id)).token, 0n)
      }).pipe(Effect.provide(world(database)))
    )
  }
})
