/**
 * The pages of budgets as their programs respond: permissions, number of statements, and what stays of what was typed.
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer, TestClock } from "effect"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { BudgetPaymentsRepo } from "~/effects/treasury/budgets/BudgetPaymentsRepo.server"
import { budgetsAction } from "~/effects/treasury/budgets/pages/actions.server"
import { budgetsPage } from "~/effects/treasury/budgets/pages/budgets.server"
import { budgetReport } from "~/effects/treasury/budgets/pages/report.server"
import { deriveAddress } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { counting } from "../../communities/founding/counting"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { ADA, person, report, sign } from "../payouts/world"
import { budgetOf, DAY, made, paymentsOf, place, settled, world } from "./world"

const MOST = 6 // docs/product/safety.md

describeOnBothDatabases("pages of budgets", (database) => {
  const Live = Layer.mergeAll(Idempotency.Default, HandOver.Default).pipe(Layer.provideMerge(world(database)))

  it.effect("lead from the terms to the report; a stranger can read but order nothing", () =>
    Effect.gen(function* () {
      const where = yield* place
      const { id } = where.community
      const path = `/community/detail/${id}/budgets`
      const [holder, stranger] = [yield* signIn(ADA), yield* signIn(person(9).account)]
      const see = (search: string, token: string) =>
        Effect.gen(function* () {
          const asked = yield* counting(visit(`${path}${search}`, budgetsPage, { token, params: { id } }))
          assert.isAtMost(asked.statements, MOST, search)
          return asked.value.value
        })
      const submit = (search: string, intent: string, fields: Readonly<Record<string, string>>, token = holder) =>
        Effect.gen(function* () {
          const form = Object.entries({ intent, ...fields })
          const ended = yield* Effect.either(visit(`${path}${search}`, budgetsAction, { token, params: { id }, form }))
          return Either.isLeft(ended) ? null : ended.right.value.data
        })
      const now = 0
      const lastDay = new Date(now + 30 * DAY).toISOString().slice(0, 10)
      const terms = {
        title: "Repairs of the greenhouse",
        resource: where.treasury.token ?? "",
        total: "100",
        most: "30",
        payments: "5",
        lastDay,
        key: "one-page-form"
      }

      // A refusal explains itself by field, keeps what was typed and creates nothing.
      const refused = yield* submit("?new=1", "create", { ...terms, title: "abc", payments: "0", key: "first-form" })
      assert.deepInclude(refused, { ok: false, code: "E-FIELDS" })
      assert.hasAllKeys(refused?.fields, ["title", "payments"])
      assert.strictEqual(refused?.sent.total, "100")
      assert.deepInclude(yield* submit("?new=1", "create", terms, stranger), { ok: false })
      const empty = yield* see("", holder)
      assert.deepInclude(empty, { view: "list", budgets: [], isHolder: true, hasRelayer: true })
      // A second click on the same page creates no second budget.
      assert.isNull(yield* submit("?new=1", "create", terms))
      assert.isNull(yield* submit("?new=1", "create", terms))
      const list = yield* see("", stranger)
      assert.strictEqual(list.view === "list" ? list.budgets.length : -1, 1)

      const draft = yield* see("?b=1", holder)
      if (draft.view !== "one") return assert.fail(draft.view)
      assert.deepInclude(draft.vote, { isNeeded: false, state: "none" })
      assert.deepInclude(yield* submit("?b=1", "fund-escrow", { digest: "0".repeat(64) }), {
        ok: false,
        code: "E-STATE"
      })
      assert.deepInclude(yield* submit("?b=1", "fund-escrow", { digest: draft.budget.digest }, stranger), { ok: false })
      assert.isNull(yield* submit("?b=1", "fund-escrow", { digest: draft.budget.digest }))
      const asked = yield* see("?b=1", holder)
      if (asked.view !== "one" || asked.step === null) return assert.fail("no step")
      yield* report(asked.step.id, yield* sign(asked.step.manifest))

      // Orders of a holder whose wallet was verified today.
      const order = { payee: person(1).account, amount: "12.5", reason: "Two panes of glass", key: "order-form-one" }
      assert.deepInclude(yield* submit("?b=1", "order", order, stranger), { ok: false })
      assert.deepInclude((yield* submit("?b=1", "order", { ...order, payee: "Nobody" }))?.fields, {
        payee: "No active member has this name, and it is not an account on the test network."
      })
      for (const payee of ["account_hello", order.payee.slice(0, -1)]) {
        const typo = yield* submit("?b=1", "order", { ...order, payee })
        assert.deepInclude(typo, { ok: false, code: "E-FIELDS" })
        assert.deepInclude(typo?.fields, {
          payee: "This is not an account address. A character may be wrong or missing."
        })
      }
      const elsewhere = deriveAddress("account", "curve25519", person(1).signer.publicKey.bytes, 1)
      assert.deepInclude((yield* submit("?b=1", "order", { ...order, payee: elsewhere }))?.fields, {
        payee: "This account is on another network. Only accounts on the test network can be paid."
      })
      assert.deepInclude((yield* submit("?b=1", "order", { ...order, amount: String(2n ** 190n) }))?.fields, {
        amount: "More than the ledger can hold."
      })
      assert.deepInclude((yield* submit("?b=1", "order", { ...order, amount: "x" }))?.fields, {
        amount: "Enter a number, for example 1200 or 12.5."
      })
      assert.isNull(yield* submit("?b=1", "order", order))
      assert.isNull(yield* submit("?b=1", "order", order))
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ readonly id: string }>`SELECT id FROM budgets`
      const budget = row?.id ?? ""
      assert.lengthOf(yield* paymentsOf(budget), 1)
      // A page whose sums were read before a payment, and its payments after it, reads again.
      const payments = yield* BudgetPaymentsRepo
      const context = yield* Effect.context<Effect.Effect.Context<ReturnType<typeof settled>>>()
      const paidMeanwhile = BudgetPaymentsRepo.make({
        ...payments,
        page: (...of) => Effect.zipRight(Effect.orDie(Effect.provide(settled(budget), context)), payments.page(...of))
      })
      const read = visit(`${path}?b=1`, budgetsPage, { token: holder, params: { id } })
      const between = (yield* Effect.provideService(read, BudgetPaymentsRepo, paidMeanwhile)).value
      if (between.view !== "one") return assert.fail(between.view)
      assert.deepInclude(between.payments[0], { state: "paid" })
      assert.deepInclude(between, { isBusy: true })
      const paid = yield* see("?b=1", holder)
      assert.deepInclude(paid, { isBusy: false })
      if (paid.view !== "one") return assert.fail(paid.view)
      assert.deepInclude({ ...paid.budget.escrow } as Record<string, unknown>, { paid: "12.5", batches: 1 })
      assert.deepInclude({ ...paid.budget.escrow?.account?.held } as Record<string, unknown>, { token: "87.5" })
      assert.deepInclude(paid, { free: "87.5", mayOrder: true })
      assert.deepInclude(yield* see("?b=1", stranger), { isHolder: false, mayOrder: false, free: null, step: null })
      yield* TestClock.adjust(2 * DAY)
      const stale = yield* submit("?b=1", "order", { ...order, key: "order-form-two" })
      assert.deepInclude(stale, { ok: false, code: "E-FRESH" })

      const file = yield* visit(path, budgetReport, { token: stranger, params: { id, number: "1" } })
      const csv = yield* Effect.promise(() => file.value.text())
      assert.include(csv, "Two panes of glass")
      assert.include(csv, "paid")
      assert.isNull(yield* submit("?b=1", "finish", {}))
      assert.strictEqual((yield* budgetOf(budget)).state, "refunding")
      assert.strictEqual(
        (yield* Effect.flip(visit(`${path}?b=7`, budgetsPage, { token: holder, params: { id } })))._tag,
        "NotThere"
      )
    }).pipe(Effect.provide(Live))
  )

  it.effect("have a report with every payment, however many failed", () =>
    Effect.gen(function* () {
      const where = yield* place
      const { communityId, id: budgetId } = yield* made(where)
      const sql = yield* SqlClient.SqlClient
      const most = 10_203
      for (let first = 1; first <= most; first += 500) {
        const rows = Array.from({ length: Math.min(500, most - first + 1) }, (_, at) => ({
          id: `payment${first + at}`,
          budgetId,
          n: first + at,
          communityId,
          account: person(1).account,
          amount: "1",
          reason: "Panes",
          askedBy: ADA,
          state: "failed",
          createdAt: 0,
          updatedAt: 0
        }))
        yield* sql`INSERT INTO budget_payments ${sql.insert(rows)}`
      }
      const { id } = where.community
      const token = yield* signIn(ADA)
      const file = yield* visit(`/api/budgets/${id}/1/report`, budgetReport, { token, params: { id, number: "1" } })
      const lines = (yield* Effect.promise(() => file.value.text())).split("\r\n").slice(1, -1)
      assert.deepStrictEqual(
        lines.map((line) => Number(line.split(",")[0])),
        Array.from({ length: most }, (_, at) => most - at)
      )
    }).pipe(Effect.provide(Live))
  )
})
