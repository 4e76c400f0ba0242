/**
 * The pages of expenses as their programs respond: who sees and does what, what stays of what was typed, files, and the
 * number of statements.
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer } from "effect"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { expensesAction } from "~/effects/treasury/expenses/pages/actions.server"
import { expensesPage } from "~/effects/treasury/expenses/pages/expenses.server"
import { expenseFile } from "~/effects/treasury/expenses/pages/files.server"
import { expensesReport } from "~/effects/treasury/expenses/pages/report.server"
import { describeOnBothDatabases } from "../../../databases"
import { counting } from "../../communities/founding/counting"
import { ORIGIN, signIn, visit } from "../../publishing/dashboard/visits"
import { funded, paymentsOf, place, settled } from "../budgets/world"
import { ADA, person } from "../payouts/world"
import { expenseOf, followedUp, joins, joinsAs, world } from "./world"

const MOST = 6 // docs/product/safety.md
const PDF = "%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"

describeOnBothDatabases("pages of expenses", (database) => {
  const Live = Layer.mergeAll(Idempotency.Default, HandOver.Default).pipe(Layer.provideMerge(world(database)))

  const stage = Effect.gen(function* () {
    const where = yield* place
    const amir = yield* signIn(yield* joins(where, 1, "Amir Haddad"))
    const marta = yield* signIn(yield* joins(where, 2, "Marta Lindqvist", "moderator"))
    const ruth = yield* signIn(yield* joins(where, 3, "Ruth Okafor", "moderator"))
    const piet = yield* signIn(yield* joins(where, 4, "Piet van Dam"))
    const { id } = where.community
    const path = `/community/detail/${id}/expenses`
    const see = (search: string, token: string) =>
      Effect.gen(function* () {
        const asked = yield* counting(visit(`${path}${search}`, expensesPage, { token, params: { id } }))
        assert.isAtMost(asked.statements, MOST, search)
        return asked.value.value
      })
    /** A form with files, as a browser sends it. */
    const submit = (
      search: string,
      intent: string,
      fields: Readonly<Record<string, string>>,
      token: string,
      files: ReadonlyArray<readonly [name: string, content: string]> = []
    ) =>
      Effect.gen(function* () {
        const body = new FormData()
        for (const [name, value] of Object.entries({ intent, ...fields })) body.append(name, value)
        for (const [name, content] of files) body.append("files", new File([content], name))
        const request = new Request(`${ORIGIN}${path}${search}`, {
          method: "POST",
          headers: { cookie: `__Host-session=${token}; other=1` },
          body
        })
        const context = { requestId: "a request", nonce: "", address: "127.0.0.1" }
        const ended = yield* expensesAction.pipe(
          Effect.provideService(RouteArgs, { request, params: { id }, context }),
          Effect.provideService(ReplyHeaders, new Headers()),
          Effect.either
        )
        return Either.isLeft(ended) ? null : ended.right.data
      })
    const form = {
      kind: "own",
      title: "Seed potatoes and onion sets",
      resource: where.treasury.token ?? "",
      amount: "12.50",
      payee: person(1).account,
      day: "1970-01-01",
      category: "Materials",
      words: "For beds 9 to 14"
    }
    return { where, amir, marta, ruth, piet, id, path, see, submit, form }
  })

  it.effect("lead from a phone's form with files to the ledger, with two reviewers", () =>
    Effect.gen(function* () {
      const { amir, form, id, marta, path, piet, submit, ruth, see, where } = yield* stage
      const holder = yield* signIn(yield* joinsAs(where, ADA, "Ada Main", "owner"))
      const budget = yield* funded(where)

      // A refusal explains itself by field, keeps what was typed and stores nothing.
      const liar = yield* submit("?new=1", "submit", { ...form, key: "form-one" }, amir, [["receipt.pdf", "<script>"]])
      assert.deepInclude(liar, { ok: false, code: "E-FIELDS" })
      assert.include(liar?.fields.files, "“receipt.pdf” is neither a PDF nor a picture")
      assert.strictEqual(liar?.sent.title, form.title)
      const wrong = yield* submit("?new=1", "submit", { ...form, amount: "1,5", day: "1971-01-01", payee: "x" }, amir)
      assert.hasAllKeys(wrong?.fields, ["amount", "day"])
      const six = Array.from({ length: 6 }, (_, n) => [`${n}.pdf`, `${PDF}${n}`] as const)
      assert.include((yield* submit("?new=1", "submit", form, amir, six))?.fields.files, "At most 5 files")
      assert.deepInclude(yield* see("", marta), { view: "list", expenses: [], isReviewer: true })

      // A second click on the same page submits nothing more.
      const sent = { ...form, key: "form-two" }
      assert.isNull(yield* submit("?new=1", "submit", sent, amir, [["receipt.pdf", PDF]]))
      assert.isNull(yield* submit("?new=1", "submit", sent, amir, [["receipt.pdf", PDF]]))
      const twice = yield* submit("?new=1", "submit", { ...form, amount: "9", key: "form-three" }, amir, [
        ["b.pdf", PDF]
      ])
      assert.deepInclude(twice, { code: "E-TWICE" })
      assert.include(twice?.message, "Expense 1 has the same file.")
      const copied = yield* see("?new=1&copy=1", amir)
      const { key: _, ...fields } = sent
      assert.deepInclude(copied, { view: "new", copied: { number: 1, fields: { ...fields, amount: "12.5" } } })
      assert.isTrue(Either.isLeft(yield* Effect.either(see("?new=1&copy=1", ruth))), "an expense of somebody else")

      // Others see nothing of it before it is approved; neither page nor file tells that it exists.
      assert.deepInclude(yield* see("", piet), { expenses: [], isReviewer: false })
      assert.isTrue(Either.isLeft(yield* Effect.either(see("?e=1", piet))))
      const own = yield* see("?e=1", amir)
      if (own.view !== "one") return assert.fail(own.view)
      const [file] = own.files ?? []
      const fetch = (token: string) =>
        visit(`/api/expenses/${id}/1/files/${file?.id}`, expenseFile, {
          token,
          params: { id, number: "1", file: file?.id ?? "" }
        })
      assert.isTrue(Either.isLeft(yield* Effect.either(fetch(piet))))
      const answer = (yield* fetch(marta)).value
      assert.strictEqual(yield* Effect.promise(() => answer.text()), PDF)
      assert.include(answer.headers.get("content-disposition"), "attachment")

      // One reviewer asks, the submitter replies, both reviewers press at once; the second is told.
      assert.deepInclude(yield* submit("?e=1", "approve", { version: "1" }, amir), { ok: false, code: "E-ROLE" })
      const silent = yield* submit("?e=1", "ask", { version: "1", answer: "" }, marta)
      assert.hasAllKeys(silent?.fields, ["answer"])
      assert.isNull(yield* submit("?e=1", "ask", { version: "1", answer: "The total is cut off" }, marta))
      assert.deepInclude(yield* see("?e=1", amir), { mine: true })
      assert.isNull(yield* submit("?e=1", "reply", { ...form, removed: file?.id ?? "" }, amir, [["b.pdf", `${PDF}2`]]))
      const shown = yield* see("?e=1", ruth)
      if (shown.view !== "one") return assert.fail(shown.view)
      assert.deepStrictEqual(
        shown.files?.map(({ name }) => name),
        ["b.pdf"]
      )
      const version = String(shown.expense.version)
      const both = yield* Effect.all(
        [submit("?e=1", "approve", { version }, ruth), submit("?e=1", "approve", { version }, marta)],
        { concurrency: 2 }
      )
      assert.lengthOf(
        both.filter((reply) => reply === null),
        1
      )

      // A holder of the treasury makes a payout of approved ones; a second click makes no second one.
      assert.deepInclude(yield* see("?state=approved", marta), { mayGather: false })
      assert.deepInclude(yield* see("?state=approved", holder), { mayGather: true })
      const none = yield* submit("?state=approved", "gather", { key: "gather-one" }, holder)
      assert.deepInclude(none?.fields, { expenses: "Choose the expenses to be paid together." })
      assert.deepInclude(yield* submit("?state=approved", "gather", { expense: "1" }, marta), { ok: false })
      const gathered = { expense: "1", key: "gather-two" }
      assert.isNull(yield* submit("?state=approved", "gather", gathered, holder))
      assert.isNull(yield* submit("?state=approved", "gather", gathered, holder))
      const sql = yield* SqlClient.SqlClient
      assert.lengthOf(yield* sql`SELECT id FROM distributions`, 1)
      const paying = yield* see("?e=1", marta)
      if (paying.view !== "one") return assert.fail(paying.view)
      assert.deepInclude(paying.expense, { state: "paying", payout: 1 })
      assert.deepInclude(yield* submit("?e=1", "read-again", {}, marta), { code: "E-STATE" })
      yield* sql`DELETE FROM distributions`
      yield* followedUp

      // Only a holder of the treasury orders the payment; the site pays it.
      assert.deepInclude(yield* submit("?e=1", "pay", { budget: "1" }, marta), { ok: false })
      assert.deepInclude((yield* submit("?e=1", "pay", { budget: "" }, holder))?.fields, { budget: "Choose a budget." })
      const payable = yield* see("?e=1", holder)
      if (payable.view !== "one") return assert.fail(payable.view)
      assert.deepInclude(payable, { mayPay: true })
      assert.deepInclude(payable.budgets[0], { number: 1, left: "100" })
      assert.isNull(yield* submit("?e=1", "pay", { budget: "1" }, holder))
      assert.isNull(yield* submit("?e=1", "pay", { budget: "1" }, holder))
      assert.lengthOf(yield* paymentsOf(budget.id), 1)
      yield* settled(budget.id)
      yield* followedUp
      assert.strictEqual((yield* expenseOf(where, 1)).state, "paid")

      // The public record is what the community chooses, in the list, on the page and in the CSV.
      const record = yield* see("?e=1", piet)
      if (record.view !== "one") return assert.fail(record.view)
      assert.deepInclude(record.expense, { title: form.title, amount: "12.5", words: null, submitter: null })
      assert.isNull(record.files)
      const rules = { reviewers: "owner", shown: "amount", categories: "Tools" }
      assert.deepInclude(yield* submit("?rules=1", "save-rules", rules, marta), { ok: false })
      assert.isNull(yield* submit("?rules=1", "save-rules", rules, holder))
      const less = yield* see("?e=1", piet)
      if (less.view !== "one") return assert.fail(less.view)
      assert.deepInclude(less.expense, { title: null, payee: null, category: null, amount: "12.5" })
      assert.isTrue(Either.isLeft(yield* Effect.either(see("?sums=1970", piet))))
      const sums = yield* see("?sums=1970-01", holder)
      if (sums.view !== "sums") return assert.fail(sums.view)
      assert.deepInclude(sums.sums[0], { category: "Materials", symbol: "GRD", paid: "12.5", many: 1 })
      const csv = yield* visit(`${path}/report`, expensesReport, { token: piet, params: { id } })
      const text = yield* Effect.promise(() => csv.value.text())
      assert.notInclude(text, form.title)
      assert.include(text, "12.5")
    }).pipe(Effect.provide(Live))
  )

  it.effect("of a member who left are decided by reviewers, and the member submits no more", () =>
    Effect.gen(function* () {
      const { amir, form, id, marta, submit, see } = yield* stage
      assert.isNull(yield* submit("?new=1", "submit", { ...form, key: "form-left" }, amir))
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE memberships SET status = 'left'
        WHERE community_id = ${id} AND account_address = ${person(1).account}`
      for (const [search, intent, fields] of [
        ["?new=1", "submit", { ...form, key: "form-more" }],
        ["?e=1", "approve", { version: "1" }]
      ] as const) {
        assert.deepInclude(yield* submit(search, intent, fields, amir), { ok: false })
      }
      assert.deepInclude(yield* see("", marta), { isReviewer: true, counts: [{ state: "waiting", many: 1 }] })
      assert.isNull(yield* submit("?e=1", "approve", { version: "1" }, marta))
      assert.deepInclude(yield* see("", marta), { counts: [{ state: "approved", many: 1 }] })
    }).pipe(Effect.provide(Live))
  )

  it.effect("show 200 expenses in six statements at most", () =>
    Effect.gen(function* () {
      const { amir, form, marta, submit, see } = yield* stage
      assert.isNull(yield* submit("?new=1", "submit", { ...form, key: "form-first" }, amir))
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(
        "community_id, account, kind, title, resource, symbol, divisibility, amount, payee, day, category, words, state, created_at, updated_at"
      )
      for (let n = 2; n <= 201; n++) {
        yield* sql`INSERT INTO expenses (id, number, ${columns})
          SELECT CAST(${`more-${n}`} AS TEXT), CAST(${n} AS BIGINT), ${columns} FROM expenses WHERE number = 1`
      }
      const list = yield* see("", marta)
      if (list.view !== "list") return assert.fail(list.view)
      assert.lengthOf(list.expenses, 200)
      assert.deepStrictEqual(list.counts, [{ state: "waiting", many: 201 }])
      const rest = yield* see(`?before=${list.next}`, marta)
      assert.strictEqual(rest.view === "list" ? rest.expenses.length : -1, 1)
    }).pipe(Effect.provide(Live))
  )
})
