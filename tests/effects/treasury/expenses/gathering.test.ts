/** Expenses in one payout, and payments whose end only the ledger knows (docs/product/expenses.md). */

import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { ExpensePayments } from "~/effects/treasury/expenses/ExpensePayments.server"
import { ExpenseRulesRepo } from "~/effects/treasury/expenses/ExpenseRulesRepo.server"
import { ExpensesRepo } from "~/effects/treasury/expenses/ExpensesRepo.server"
import { DistributionRows } from "~/effects/treasury/payouts/DistributionRows.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { asResource } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { balanceOf, budgetOf, funded, paymentsOf, place, settled } from "../budgets/world"
import type { Garden } from "../payouts/escrowWorld"
import { ADA, person } from "../payouts/world"
import { decides, expenseOf, followedUp, gathers, joins, paysOut, submitted, world } from "./world"

describeOnBothDatabases("expenses in one payout", (database) => {
  const run = <A, E, R>(program: Effect.Effect<A, E, R>) => program.pipe(Effect.provide(world(database)))
  const by = { account: ADA, isTitleShown: true }

  /** Three approved ones: two that pay Amir, one that pays somebody else. */
  const three = Effect.gen(function* () {
    const where = yield* place
    yield* joins(where, 1, "Amir")
    yield* joins(where, 2, "Marta", "moderator")
    const given = [{}, { day: "1970-01-02", title: "Twine" }, { payee: person(4).account, title: "Lamp oil" }]
    for (const changes of given) {
      const { number } = yield* submitted(where, changes)
      yield* decides(where, number, "approved")
    }
    return where
  })
  const states = (where: Garden) =>
    Effect.forEach([1, 2, 3], (number) => Effect.map(expenseOf(where, number), ({ state }) => state))

  it.effect("are paid once each, together for each payee, and show the transaction", () =>
    run(
      Effect.gen(function* () {
        const where = yield* three
        const { id } = yield* funded(where)
        const made = yield* gathers(where, 1, 2, 3)
        const rows = yield* Effect.provide(
          Effect.flatMap(DistributionRows, (found) => found.valid(made.id)),
          DistributionRows.Default
        )
        assert.deepStrictEqual(
          rows.map(({ account, amount, note }) => [account, amount, note]),
          [
            [person(1).account, "25", "Expenses 1, 2"],
            [person(4).account, "12.5", "Expense 3: Lamp oil"]
          ]
        )
        assert.deepStrictEqual(yield* states(where), ["paying", "paying", "paying"])
        // Nothing else pays them meanwhile, and the rows stay as they are.
        const payments = yield* ExpensePayments
        const other = yield* Effect.flip(payments.payFrom(yield* expenseOf(where, 1), yield* budgetOf(id), by))
        assert.include(String(other), "being paid already")
        assert.include(String(yield* Effect.flip(gathers(where, 1))), "Expense 1 cannot be paid")
        const distributions = yield* Distributions
        const now = yield* (yield* DistributionsRepo).findIdOrFail(made.id)
        assert.include(String(yield* Effect.flip(distributions.reopen(now))), "its rows stay as they are")
        yield* followedUp
        assert.deepStrictEqual(yield* states(where), ["paying", "paying", "paying"])
        yield* paysOut(where, made)
        yield* followedUp
        yield* followedUp
        assert.deepStrictEqual(yield* states(where), ["paid", "paid", "paid"])
        assert.isNotNull((yield* expenseOf(where, 2)).txId)
        assert.strictEqual(yield* balanceOf(where.treasury.token, 1), "25")
        assert.strictEqual(yield* balanceOf(where.treasury.token, 4), "12.5")
        assert.lengthOf(yield* paymentsOf(id), 0)
      })
    )
  )

  it.effect("are approved again if the payout is discarded before it starts, and wait if it was stopped later", () =>
    run(
      Effect.gen(function* () {
        const where = yield* three
        const distributions = yield* Distributions
        const repo = yield* DistributionsRepo
        const first = yield* gathers(where, 1, 2)
        yield* distributions.stop(yield* repo.findIdOrFail(first.id))
        yield* followedUp
        assert.deepInclude(yield* expenseOf(where, 1), {
          state: "approved",
          problem: "The payout was discarded before anything was paid.",
          wayId: null
        })
        const second = yield* gathers(where, 1, 2)
        yield* distributions.start(yield* repo.findIdOrFail(second.id), 20, 1)
        yield* distributions.stop(yield* repo.findIdOrFail(second.id))
        yield* followedUp
        // It can be resumed, so nothing else may pay them.
        assert.deepStrictEqual(yield* states(where), ["paying", "paying", "approved"])
        yield* Effect.flip(gathers(where, 1))
      })
    )
  )

  it.effect("are refused with words unless all are approved and in one token; nothing is left half done", () =>
    run(
      Effect.gen(function* () {
        const where = yield* three
        const other = yield* submitted(where, { resource: asResource("resource_tdx_2_other"), day: "1970-01-03" })
        assert.include(
          String(yield* Effect.flip(gathers(where, 1, other.number))),
          `Expense ${other.number} cannot be paid`
        )
        yield* decides(where, other.number, "approved")
        assert.include(String(yield* Effect.flip(gathers(where, 1, other.number))), "Choose expenses in one token.")
        yield* decides(where, 2, "refused")
        assert.include(String(yield* Effect.flip(gathers(where, 1, 2, 3))), "Expense 2 cannot be paid")
        assert.deepStrictEqual(yield* states(where), ["approved", "refused", "approved"])
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`SELECT id FROM distributions`, [])
      })
    )
  )

  it.effect("with an unknown end are decided by the records of the escrow account, and never paid twice", () =>
    run(
      Effect.gen(function* () {
        const where = yield* three
        const { id } = yield* funded(where)
        const sql = yield* SqlClient.SqlClient
        const payments = yield* ExpensePayments
        const pays = (number: number) =>
          Effect.flatMap(Effect.all([expenseOf(where, number), budgetOf(id)]), ([expense, budget]) =>
            payments.payFrom(expense, budget, by)
          )
        const doubt = (number: number) =>
          Effect.flatMap(ExpensesRepo, (repo) => repo.find(where.community.id, number)).pipe(
            Effect.flatMap((found) => payments.readAgain(found, true))
          )
        yield* pays(1)
        yield* settled(id)
        // The database is restored from a backup that was made after the order and before the payment.
        yield* sql`UPDATE budget_payments SET state = 'waiting', tx_id = NULL`
        yield* sql`DELETE FROM prepared_transactions WHERE idempotency_key LIKE 'pay:%'`
        yield* settled(id)
        yield* followedUp
        assert.include((yield* expenseOf(where, 1)).problem, "in a transaction that this site does not know")
        assert.strictEqual((yield* expenseOf(where, 1)).state, "paying")
        assert.isTrue(yield* doubt(1))
        assert.strictEqual((yield* expenseOf(where, 1)).state, "paid")
        assert.deepInclude((yield* paymentsOf(id))[0], { state: "paid", problem: null })
        yield* Effect.flip(doubt(1))
        // An order of another expense under the number that the ledger has given to the first: it was not paid.
        yield* sql`UPDATE expenses SET state = 'paying', way = 'budget', way_id = ${id}, way_n = 1, problem = 'unknown'
          WHERE number = 2`
        assert.isFalse(yield* doubt(2))
        assert.deepInclude(yield* expenseOf(where, 2), { state: "approved", wayId: null })
        yield* pays(2)
        yield* settled(id)
        yield* followedUp
        assert.strictEqual((yield* expenseOf(where, 2)).state, "paid")
        assert.strictEqual(yield* balanceOf(where.treasury.token, 1), "25")
      })
    )
  )

  it.effect("wait for a reviewer by role, and for their submitter's answer", () =>
    run(
      Effect.gen(function* () {
        const where = yield* place
        const amir = yield* joins(where, 1, "Amir")
        const marta = yield* joins(where, 2, "Marta", "moderator")
        const { number } = yield* submitted(where, { amount: AmountText.make("3") })
        const repo = yield* ExpenseRulesRepo
        const waits = (account: AccountAddress) =>
          Effect.map(repo.waitingFor(account, 10), (found) => found.map((each) => [each.number, each.state]))
        assert.deepStrictEqual(yield* waits(marta), [[number, "waiting"]])
        assert.deepStrictEqual(yield* waits(amir), [])
        yield* decides(where, number, "asked")
        assert.deepStrictEqual(yield* waits(marta), [])
        assert.deepStrictEqual(yield* waits(amir), [[number, "asked"]])
        yield* repo.put(where.community.id, { reviewers: "owner", shown: [], categories: [] })
        yield* submitted(where, { day: "1970-01-02" })
        assert.deepStrictEqual(yield* waits(marta), [])
      })
    )
  )
})
