/**
 * A spending rule whose whole amount is in escrow: what the ledger and the site enforce (docs/product/treasury.md,
 * "Budgets").
 */

import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { Faults } from "~/effects/local/Faults.server"
import { BudgetPayments } from "~/effects/treasury/budgets/BudgetPayments.server"
import { Budgets } from "~/effects/treasury/budgets/Budgets.server"
import { BudgetsRepo } from "~/effects/treasury/budgets/BudgetsRepo.server"
import { BudgetEscrowWorker } from "~/effects/treasury/budgets/escrowPurpose.server"
import { BudgetsLive } from "~/effects/treasury/budgets/layers.server"
import { lastDayOf } from "~/effects/treasury/budgets/terms"
import { PayoutApprovals } from "~/effects/treasury/payouts/PayoutApprovals.server"
import { ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { escrowWorld, otherKey, XRD } from "../payouts/escrowWorld"
import { person, refuseDeposits, report, sign } from "../payouts/world"
import { balanceOf, books, budgetOf, DAY, funded, made, order, paymentsOf, place, settled, world } from "./world"

const START = 100_000n * ONE

describeOnBothDatabases("a budget", (database) => {
  const Live = world(database)
  const run = <A, E, R>(program: Effect.Effect<A, E, R>) => program.pipe(Effect.provide(Live))

  it.effect("is funded by one approval, into an account that states its purpose", () =>
    run(
      Effect.gen(function* () {
        const where = yield* place
        const budget = yield* funded(where)
        assert.strictEqual(budget.state, "funded")
        const { token, treasury, xrd } = yield* books(where, budget.id)
        assert.strictEqual(token, 100n * ONE)
        assert.strictEqual(treasury, START - 100n * ONE)
        assert.isAbove(Number(xrd), 0)
        const ledger = yield* Ledger
        const keys = ["plan", "treasury", "site", "until"]
        const account = budget.address ?? ""
        const { byAddress } = yield* ledger.entityDetails([account], { metadata: keys })
        const said = JSON.stringify([...(byAddress.get(account)?.metadata ?? [])])
        for (const each of [budget.digest, where.treasury.treasury, lastDayOf(budget)]) assert.include(said, each)
        const sql = yield* SqlClient.SqlClient
        const reported = yield* sql`SELECT type FROM activity_events WHERE type = 'budgetParked'`
        assert.lengthOf(reported, 1)
      })
    )
  )

  it.effect("pays orders without another signature of the treasury, and refunds the rest at its end", () =>
    run(
      Effect.gen(function* () {
        const where = yield* place
        const { id } = yield* funded(where)
        yield* order(id, "30", 1)
        yield* order(id, "12.5", 2)
        yield* settled(id)
        assert.strictEqual(yield* balanceOf(where.treasury.token, 1), "30")
        assert.strictEqual(yield* balanceOf(where.treasury.token, 2), "12.5")
        const before = yield* books(where, id)
        assert.deepInclude({ ...before.budget } as Record<string, unknown>, { batches: 2, paid: "42.5", problem: null })
        assert.strictEqual(before.token, 57n * ONE + ONE / 2n)
        yield* TestClock.adjust(10 * DAY)
        yield* settled(id)
        const after = yield* books(where, id)
        assert.deepInclude({ ...after.budget } as Record<string, unknown>, { state: "ended", returned: "57.5" })
        assert.strictEqual(after.token, 0n)
        assert.strictEqual(after.treasury, START - 42n * ONE - ONE / 2n)
      })
    )
  )

  it.effect("of XRD pays and refunds in the same token as its fees", () =>
    run(
      Effect.gen(function* () {
        const where = yield* place
        const { id } = yield* funded(where, { resource: XRD, symbol: "XRD", divisibility: 18 })
        yield* order(id, "30", 1)
        yield* settled(id)
        yield* Effect.flatMap(Budgets, (budgets) => Effect.flatMap(budgetOf(id), budgets.finish))
        yield* settled(id)
        const { budget, token } = yield* books(where, id)
        assert.deepInclude({ ...budget } as Record<string, unknown>, { state: "ended", paid: "30" })
        // What the last locked fee did not use stays behind.
        assert.isBelow(Number(token), Number(ONE / 10n))
      })
    )
  )

  it.effect("refuses by field what its terms do not permit, and orders nothing", () =>
    run(
      Effect.gen(function* () {
        const where = yield* place
        const { id } = yield* funded(where, { payments: 4 })
        const wrong = (amount: string, seed = 1) =>
          Effect.map(Effect.flip(order(id, amount, seed)), (failure) => JSON.stringify(failure))
        assert.include(yield* wrong("30.01"), "At most 30 GRD for each payment.")
        assert.include(yield* wrong("0.001"), "GRD has at most 2 decimals.")
        assert.include(yield* wrong("0"), "Enter more than 0.")
        for (const seed of [1, 2, 3]) yield* order(id, "30", seed)
        assert.include(yield* wrong("10.01"), "You can order at most 10 GRD more.")
        yield* order(id, "10", 4)
        assert.include(yield* wrong("0.01"), "You can order at most 0 GRD more.")
        assert.lengthOf(yield* paymentsOf(id), 4)
        // A withdrawn order makes room again.
        const payments = yield* BudgetPayments
        yield* payments.withdraw(yield* budgetOf(id), 4)
        yield* order(id, "1", 5)
        assert.include(yield* wrong("1"), "All 4 payments of this budget have been ordered.")
        yield* settled(id)
        assert.strictEqual(yield* balanceOf(where.treasury.token, 4), "0")
        assert.include(
          JSON.stringify(yield* Effect.flip(payments.withdraw(yield* budgetOf(id), 1))),
          "already been sent, or is over"
        )
      })
    )
  )

  it.effect(
    "is refused before ordering for an account that refuses deposits; a later refusal fails only that payment",
    () =>
      run(
        Effect.gen(function* () {
          const where = yield* place
          const { id } = yield* funded(where)
          yield* refuseDeposits(person(1))
          assert.strictEqual((yield* Effect.flip(order(id, "5", 1)))._tag, "PaymentWouldFail")
          yield* order(id, "6", 2)
          yield* order(id, "7", 3)
          yield* refuseDeposits(person(2))
          yield* settled(id)
          yield* TestClock.adjust("10 minutes")
          yield* settled(id)
          assert.deepStrictEqual(
            (yield* paymentsOf(id)).map(({ state }) => state),
            ["failed", "paid"]
          )
          assert.strictEqual((yield* books(where, id)).token, 93n * ONE)
        })
      )
  )

  it.effect("pays nothing while it is paused, and is withdrawn by one transaction of an admin", () =>
    run(
      Effect.gen(function* () {
        const where = yield* place
        const budgets = yield* Budgets
        const { id } = yield* funded(where)
        yield* budgets.pause(yield* budgetOf(id), true)
        yield* order(id, "5", 1)
        yield* settled(id)
        assert.strictEqual(yield* balanceOf(where.treasury.token, 1), "0")
        const step = yield* budgets.takeBack(where.treasury, yield* budgetOf(id))
        yield* report(step.id, yield* sign(step.manifest))
        yield* settled(id)
        const { budget, token, treasury, xrd } = yield* books(where, id)
        assert.deepInclude({ ...budget } as Record<string, unknown>, { state: "ended", returned: "100", batches: 0 })
        assert.deepStrictEqual([token, xrd, treasury], [0n, 0n, START])
        assert.strictEqual((yield* paymentsOf(id))[0]?.state, "failed")
        assert.strictEqual((yield* Effect.flip(order(id, "5", 1)))._tag, "BudgetRefused")
      })
    )
  )

  it.effect("is paid from by the key it was funded for, and by no other", () =>
    Effect.gen(function* () {
      const where = yield* place
      const { id } = yield* funded(where)
      yield* order(id, "5", 1)
      yield* settled(id).pipe(
        Effect.provide(Layer.fresh(BudgetsLive).pipe(Layer.provide(Layer.fresh(escrowWorld(database, otherKey)))))
      )
      assert.strictEqual(yield* balanceOf(where.treasury.token, 1), "0")
    }).pipe(Effect.provide(Live))
  )

  it.effect("continues by its job alone", () =>
    run(
      Effect.gen(function* () {
        const where = yield* place
        const { id } = yield* funded(where)
        yield* order(id, "5", 1)
        const { minute } = yield* BudgetEscrowWorker
        const fiber = yield* Effect.fork(minute)
        yield* TestClock.adjust("1 minute")
        yield* fiber
        assert.strictEqual(yield* balanceOf(where.treasury.token, 1), "5")
        yield* TestClock.adjust(10 * DAY)
        const last = yield* Effect.fork(minute)
        yield* TestClock.adjust("1 minute")
        yield* last
        assert.strictEqual((yield* budgetOf(id)).state, "ended")
      })
    )
  )

  it.effect(
    "needs a vote about exactly its terms if a payout of its size would, and otherwise counts with payouts",
    () =>
      run(
        Effect.gen(function* () {
          const where = yield* place
          const [setup, budgets, approvals] = [yield* Budgets, yield* Budgets, yield* PayoutApprovals]
          const many = (freePayout?: string) => ({
            ...where.community,
            memberCount: 9,
            governance: {
              ...where.community.governance,
              ...(freePayout === undefined ? {} : { freePayout: AmountText.make(freePayout) })
            }
          })
          const budget = yield* made(where)
          const refused = yield* Effect.flip(budgets.fundEscrow(many(), where.treasury, budget, budget.digest))
          assert.strictEqual(refused._tag, "BudgetNotApproved")
          assert.isTrue((yield* setup.voteOn(many(), budget)).isNeeded)
          assert.isFalse((yield* setup.voteOn(many("100"), budget)).isNeeded)
          const step = yield* budgets.fundEscrow(many("100"), where.treasury, budget, budget.digest)
          // A requested budget counts already, so a second one of the same size is too much.
          assert.strictEqual((yield* approvals.paidFreely(where.community.id, budget.resource)) as string, "100")
          const second = yield* made(where, { total: AmountText.make("1"), most: null })
          assert.isTrue((yield* setup.voteOn(many("100"), second)).isNeeded)
          yield* report(step.id, yield* sign(step.manifest))
          assert.strictEqual((yield* budgetOf(budget.id)).state, "funded")
          assert.strictEqual((yield* approvals.paidFreely(where.community.id, budget.resource)) as string, "100")
        })
      )
  )

  it.effect("can be discarded before it is signed, but counts if a wallet signs it late", () =>
    run(
      Effect.gen(function* () {
        const where = yield* place
        const budgets = yield* Budgets
        const budget = yield* made(where)
        const step = yield* budgets.fundEscrow(where.community, where.treasury, budget, budget.digest)
        yield* budgets.forget(budget, "withdrawn")
        assert.strictEqual((yield* budgetOf(budget.id)).state, "withdrawn")
        yield* sign(step.manifest)
        const [ledger, checks] = [yield* Ledger, yield* TransactionChecks]
        const { transactions } = yield* ledger.transactions({ from: 1, affected: where.treasury.treasury })
        yield* Effect.forEach(transactions, checks.adopt, { discard: true })
        assert.strictEqual((yield* budgetOf(budget.id)).state, "funded")
        assert.strictEqual((yield* Effect.flip(budgets.forget(budget, "draft")))._tag, "EscrowRefused")
      })
    )
  )

  it.effect("is numbered within its community, and found only there", () =>
    run(
      Effect.gen(function* () {
        const where = yield* place
        const repo = yield* BudgetsRepo
        assert.deepStrictEqual([(yield* made(where)).number, (yield* made(where)).number], [1, 2])
        assert.strictEqual((yield* Effect.flip(repo.findOrFail(CommunityId.make("aaaaaaaaaaaa"), 1)))._tag, "NotThere")
        assert.deepStrictEqual(
          (yield* repo.page(where.community.id, 2, 5)).map(({ number }) => number),
          [1]
        )
      })
    )
  )

  it.effect("continues after its key was missing for a day, without spending fees", () =>
    run(
      Effect.gen(function* () {
        const { id } = yield* funded(yield* place)
        yield* order(id, "30", 1)
        const other = Layer.fresh(BudgetsLive).pipe(Layer.provide(Layer.succeed(Settings, otherKey)))
        for (let hour = 0; hour < 24; hour++) {
          yield* settled(id).pipe(Effect.provide(other))
          yield* TestClock.adjust("1 hour")
        }
        const said = yield* budgetOf(id)
        assert.match(said.problem ?? "", /^This site's key was replaced .* Withdraw the rest in your wallet\.$/)
        assert.strictEqual(said.tries, 0)
        yield* settled(id)
        const after = yield* budgetOf(id)
        assert.deepStrictEqual([after.paid, after.tries, after.problem], ["30", 0, null])
      })
    )
  )

  it.effect("is retried by a person after many refusals of the ledger, from the remaining fees", () =>
    run(
      Effect.gen(function* () {
        const { id } = yield* funded(yield* place, { payments: 1 })
        const faults = yield* Faults
        yield* order(id, "30", 1)
        for (let tries = 0; tries < 8; tries++) {
          yield* faults.change({ nextTransaction: "Rejected" })
          yield* settled(id)
          yield* TestClock.adjust("1 hour")
        }
        yield* faults.change({ nextTransaction: null })
        yield* (yield* Budgets).wake(yield* budgetOf(id))
        yield* settled(id)
        const after = yield* budgetOf(id)
        assert.deepStrictEqual([after.paid, after.problem], ["30", null])
      })
    )
  )
})
