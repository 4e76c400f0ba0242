/**
 * Statements with escrow: a second block whose lines add up to the last digit, and the total of both, in which
 * transfers between the two are neither in nor out (docs/product/treasury.md, "Statements").
 */
import { assert, it } from "@effect/vitest"
import { Effect, FastCheck, Layer, TestClock } from "effect"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { Budgets } from "~/effects/treasury/budgets/Budgets.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { checkCodeOf } from "~/effects/treasury/statements/checkCode"
import { TreasuryLive } from "~/effects/treasury/statements/layers.server"
import { exportStatement } from "~/effects/treasury/statements/pages/exportStatement.server"
import { statementPage } from "~/effects/treasury/statements/pages/statement.server"
import type { Statement, StatementToken } from "~/effects/treasury/statements/statementView"
import { type AmountText, amountOf, NOTHING, ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { member, visit } from "../../publishing/dashboard/visits"
import {
  budgetOf,
  world as budgetWorld,
  funded as fundedBudget,
  order,
  settled as settledBudget
} from "../budgets/world"
import { approved, begun, escrowFoundOf, settled, withXrd } from "../payouts/escrowWorld"
import { ADA, garden } from "../payouts/world"
import { steal } from "../relayer/stealing"

const world = (database: Parameters<typeof budgetWorld>[0]) =>
  TreasuryLive.pipe(Layer.provideMerge(budgetWorld(database)))

const round = Effect.flatMap(Indexer, (indexer) => indexer.round)

const place = Effect.gen(function* () {
  yield* TestClock.setTime(Date.UTC(2026, 9, 5, 12))
  const where = yield* Effect.tap(garden, (made) => withXrd(made))
  return { where, token: yield* member(ADA, "Ada Main") }
})
type Place = Effect.Effect.Success<typeof place>

const open = ({ token, where: { community } }: Place, query = "?year=2026") =>
  Effect.gen(function* () {
    const { id } = community
    const { value } = yield* inTime(
      visit(`/community/detail/${id}/statement${query}`, statementPage, { token, params: { id } })
    )
    assert(value.state === "shown")
    return value
  })

const file = (query: string) =>
  inTime(visit(`/api/exports/statement?community=garden&year=2026${query}`, exportStatement)).pipe(
    Effect.flatMap(({ value }) => Effect.promise(() => value.text()))
  )

/** "opening + in − out − fees = closing" of one line. */
const requireSum = ({ closing, fees, name, opening, paidIn, paidOut, received, sent }: StatementToken, of: string) => {
  const sum = amountOf(opening) + amountOf(paidIn) + amountOf(paidOut) - amountOf(fees)
  assert.strictEqual(sum, amountOf(closing), `${name} of ${of}`)
  assert.strictEqual(amountOf(opening) + amountOf(received) + amountOf(sent), amountOf(closing), `${name} of ${of}`)
}

const allAddUp = ({ escrow, tokens, total }: Statement) => {
  const sumOf = (all: ReadonlyArray<StatementToken>, name: string, end: "opening" | "closing") =>
    all.reduce((sum, each) => (each.name === name ? sum + amountOf(each[end]) : sum), 0n)
  for (const [of, all] of [
    ["treasury", tokens],
    ["escrow", escrow?.tokens ?? []],
    ["total", total ?? []]
  ] as const) {
    for (const each of all) requireSum(each, of)
  }
  for (const { closing, name, opening } of total ?? []) {
    assert.strictEqual(amountOf(opening), sumOf(tokens, name, "opening") + sumOf(escrow?.tokens ?? [], name, "opening"))
    assert.strictEqual(amountOf(closing), sumOf(tokens, name, "closing") + sumOf(escrow?.tokens ?? [], name, "closing"))
  }
}

const lineOf = (all: ReadonlyArray<StatementToken> | undefined, name: string) => {
  const found = all?.find((each) => each.name === name)
  return found === undefined ? null : [found.opening, found.paidIn, found.paidOut, found.closing].map(String)
}

describeOnBothDatabases("statements with escrow", (database) => {
  it.effect("count 30 of 180 escrowed as paid out, with payee, reason and key", () =>
    Effect.gen(function* () {
      const past = yield* place
      const budget = yield* fundedBudget(past.where, { total: "180" as AmountText })
      yield* order(budget.id, "30", 1, "Two panes of glass")
      yield* settledBudget(budget.id)
      yield* round
      const { statement } = yield* open(past)
      allAddUp(statement)
      assert.deepStrictEqual(lineOf(statement.total ?? [], "GRD"), ["0", "100000", "-30", "99970"])
      assert.deepStrictEqual(lineOf(statement.tokens, "GRD"), ["0", "100000", "-180", "99820"])
      assert.deepStrictEqual(lineOf(statement.escrow?.tokens, "GRD"), ["0", "180", "-30", "150"])
      const fees = statement.escrow?.tokens.find(({ name }) => name === "XRD")?.fees ?? "0"
      assert.isTrue(amountOf(fees as AmountText) > 0n)
      assert.strictEqual(amountOf(fees as AmountText), amountOf((yield* budgetOf(budget.id)).spent ?? NOTHING))
      const paid = statement.movements.filter(({ name, part }) => part === "escrow" && name === "GRD")
      assert.deepStrictEqual(
        paid.map(({ about, amount, balance, reason, signers }) => [
          reason,
          about.replace(/account_\S+?:/, "account:"),
          String(amount),
          String(balance),
          signers[0]?.name
        ]),
        [
          ["parked", "Budget “Repairs of the greenhouse”", "180", "180", "Ada Main"],
          [
            "budget",
            "Budget “Repairs of the greenhouse” to account: Two panes of glass",
            "-30",
            "150",
            "Relayer key of this site"
          ]
        ]
      )
      const csv = yield* file("&format=csv")
      assert.match(csv, /"?Budget payment"?,.*Two panes of glass.*Relayer key of this site/)
      assert.match(csv, /closing.*"?total"?/)
      assert.notInclude(csv, budget.address ?? "none")
      const json = JSON.parse(yield* file("&format=json"))
      assert.deepStrictEqual(json.total, JSON.parse(JSON.stringify(statement.total)))
      assert.lengthOf(json.movements, statement.movements.length)

      // Ended, refunded, and checked on paper.
      yield* (yield* Budgets).finish(yield* budgetOf(budget.id))
      yield* settledBudget(budget.id)
      yield* round
      yield* TestClock.setTime(Date.UTC(2027, 0, 3))
      const { statement: year } = yield* open(past)
      allAddUp(year)
      assert.deepStrictEqual(lineOf(year.total ?? [], "GRD"), ["0", "100000", "-30", "99970"])
      assert.deepStrictEqual(lineOf(year.escrow?.tokens, "GRD"), ["0", "180", "-180", "0"])
      const back = year.movements.filter(({ part, reason }) => part === "treasury" && reason === "returned")
      assert.isAbove(back.length, 0)
      for (const { signers } of back) assert.strictEqual(signers[0]?.name, "Relayer key of this site")
      assert.isTrue((yield* open(past, `?year=2026&code=${year.code}`)).checked?.isSame)
      // A printed statement from before the second block still verifies against the treasury's account.
      const former = checkCodeOf({ ...year, escrow: null })
      assert.notStrictEqual(former, year.code)
      assert.isTrue((yield* open(past, `?year=2026&code=${former}`)).checked?.isSame)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("of 2026 and 2027 continue each other, page by page, also with what a stranger moved", () =>
    Effect.gen(function* () {
      const past = yield* place
      const run = yield* begun(past.where, 4)
      yield* approved(past.where, run)
      yield* settled(run.id, 2)
      yield* steal((yield* escrowFoundOf(run.id)).address, past.where.treasury.token ?? "", 2n * ONE)
      yield* round
      yield* TestClock.setTime(Date.UTC(2027, 0, 3))
      const { statement: first } = yield* open(past)
      allAddUp(first)
      assert.isTrue(first.escrow?.reasons.some(({ reason }) => reason === "unexplained"))
      yield* (yield* Distributions).stop(run)
      yield* settled(run.id)
      yield* round
      const { statement: second } = yield* open(past, "?year=2027")
      allAddUp(second)
      for (const { closing, name } of first.escrow?.tokens ?? []) {
        assert.strictEqual(second.escrow?.tokens.find((each) => each.name === name)?.opening ?? "0", closing)
      }
    }).pipe(Effect.provide(world(database)))
  )

  it.effect(
    "add up to the last digit in any order of funding, payments, withdrawals and refunds",
    () =>
      Effect.gen(function* () {
        const acts = FastCheck.array(
          FastCheck.constantFrom("payout", "budget", "order", "finish", "steal", "gift", "look"),
          {
            minLength: 6,
            maxLength: 12
          }
        )
        for (const life of FastCheck.sample(acts, { numRuns: 4, seed: 11 })) {
          yield* Effect.gen(function* () {
            const past = yield* place
            const { where } = past
            const budgets: Array<string> = []
            const runs: Array<string> = []
            for (const requestNumber of life) {
              yield* TestClock.adjust("1 hour")
              const budget = budgets.at(-1)
              if (requestNumber === "payout") {
                const run = yield* begun(where, 3)
                yield* approved(where, run)
                runs.push(run.id)
              }
              if (requestNumber === "budget") budgets.push((yield* fundedBudget(where)).id)
              if (requestNumber === "order" && budget !== undefined) yield* Effect.ignore(order(budget, "7.25"))
              if (requestNumber === "finish" && budget !== undefined) {
                yield* Effect.ignore(Effect.flatMap(Budgets, (all) => Effect.flatMap(budgetOf(budget), all.finish)))
              }
              if (requestNumber === "gift") yield* withXrd(where)
              const last = runs.at(-1)
              if (requestNumber === "steal" && last !== undefined) {
                yield* Effect.ignore(steal((yield* escrowFoundOf(last)).address, where.treasury.token ?? "", ONE / 2n))
              }
              if (requestNumber === "look") {
                for (const id of runs) yield* settled(id)
                for (const id of budgets) yield* settledBudget(id)
              }
            }
            yield* round
            allAddUp((yield* open(past)).statement)
          }).pipe(Effect.provide(Layer.fresh(world(database))))
        }
      }),
    120_000
  )
})
