/** Statements without a ledger: periods, reasons, sums and lines. */
import { Either, FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { csvFile } from "~/effects/base/text/csv"
import { aboutOf } from "~/effects/treasury/statements/about"
import { readPeriod, sinceMade } from "~/effects/treasury/statements/askedPeriod"
import { curveOf } from "~/effects/treasury/statements/curve"
import { COLUMNS, endLines, movementLine } from "~/effects/treasury/statements/lines"
import {
  isRunning,
  monthsOf,
  type Period,
  periodAfter,
  periodBefore,
  periodNamed,
  periodTitle
} from "~/effects/treasury/statements/period"
import { positionNamed, positionText } from "~/effects/treasury/statements/position"
import { type Moved, mainReason, partsOf } from "~/effects/treasury/statements/reasons"
import type { Statement } from "~/effects/treasury/statements/statementView"
import { balancesAfter, changesOf, reasonSums, tokenSums } from "~/effects/treasury/statements/sums"
import { formatAmount, NOTHING, ONE } from "~/ledger/index"

const NOW = Date.UTC(2026, 10, 23, 14)
const named = (name: string): Period => {
  const period = periodNamed(name)
  if (period === null) throw new Error(name)
  return period
}

describe("a statement's period", () => {
  it("is a month or a year in UTC, with neighbours", () => {
    const november = named("2026-11")
    assert.deepInclude(november, { kind: "month", from: Date.UTC(2026, 10), to: Date.UTC(2026, 11) })
    assert.deepEqual([periodBefore(november).name, periodAfter(november).name], ["2026-10", "2026-12"])
    assert.strictEqual(periodAfter(named("2026-12")).name, "2027-01")
    assert.strictEqual(periodBefore(named("2026")).name, "2025")
    assert.deepEqual(
      ["2026-02", "2026"].map((name) => periodTitle(named(name))),
      ["February 2026", "2026"]
    )
    assert.isTrue(isRunning(november, NOW))
    assert.isFalse(isRunning(named("2026-10"), NOW))
    const months = monthsOf(named("2026"), Date.UTC(2026, 8, 30), NOW).map(({ name }) => name)
    assert.deepEqual(months, ["2026-09", "2026-10", "2026-11"])
  })

  it.each([
    ["month=2026-13", "“2026-13” is not a month. Write it as 2026-11."],
    ["month=2026-00", "“2026-00” is not a month. Write it as 2026-11."],
    ["month=", "“” is not a month. Write it as 2026-11."],
    ["month=2026", "“2026” is not a month. Write it as 2026-11."],
    ["month=26-1", "“26-1” is not a month. Write it as 2026-11."],
    ["year=2026-11", "“2026-11” is not a year. Write it as 2026."],
    ["year=1066", "“1066” is not a year. Write it as 2026."],
    [`month=${"9".repeat(500)}`, `“${"9".repeat(20)}” is not a month. Write it as 2026-11.`],
    ["month=2026-12", "December 2026 has not begun yet."],
    ["year=2027", "2027 has not begun yet."],
    ["month=2026-11&year=2026", "Ask for a month or for a year, not for both."]
  ])("%s is refused with an explanation", (search, words) => {
    const found = readPeriod(new URLSearchParams(search), NOW)
    assert(Either.isLeft(found))
    assert.deepInclude(found.left, { code: "E-PERIOD", status: 422, message: words })
  })

  it("is the current month by default, and refused before there was a treasury", () => {
    assert.strictEqual(Either.getOrThrow(readPeriod(new URLSearchParams(), NOW)).name, "2026-11")
    const october = named("2026-10")
    assert.isTrue(Either.isRight(sinceMade(october, Date.UTC(2026, 9, 31, 23))))
    const refused = sinceMade(october, Date.UTC(2026, 10, 3))
    assert(Either.isLeft(refused))
    assert.strictEqual(refused.left.message, "There was no treasury in October 2026. It was created on 3 Nov 2026.")
  })

  it("continues from a movement that the URL names, or from the beginning", () => {
    const key = { at: 12, stateVersion: 34, key: "resource_tdx_2_1abc" }
    const aside = { ...key, key: "resource_tdx_2_1abc account_tdx_2_1def" }
    for (const position of [
      { part: "treasury", key },
      { part: "escrow", key: aside },
      { part: "escrow", key: null }
    ] as const) {
      assert.deepEqual(positionNamed(positionText(position)), position)
    }
    for (const odd of [null, "", "1~2", "1~2~account_a", "-1~2~resource_a"]) assert.isNull(positionNamed(odd))
  })
})

const moved = (over: Partial<Moved>): Moved => ({
  resource: "a",
  change: ONE,
  fee: 0n,
  kind: "seen",
  purpose: null,
  transactionFee: null,
  ...over
})

describe("reasons", () => {
  it("come from the transaction that moved the money; anything unrequested is a deposit, or unexplained", () => {
    const kinds = [
      "deploy",
      "proposal-execution",
      "drop",
      "recover",
      "bond-series",
      "bond-settlement",
      "bond-redemption"
    ]
    assert.deepEqual(
      kinds.map((kind) => mainReason(moved({ kind }))),
      ["made", "vote", "payout", "payout", "series", "sale", "redemption"]
    )
    assert.strictEqual(mainReason(moved({ kind: "drop", purpose: "coupon", change: -ONE })), "coupon")
    assert.strictEqual(mainReason(moved({})), "deposit")
    assert.strictEqual(mainReason(moved({ change: -ONE })), "unexplained")
    assert.strictEqual(mainReason(moved({ kind: "badge", change: -ONE })), "unexplained")
  })

  it("separate the fee, also for movements from before it was recorded", () => {
    assert.deepEqual(partsOf(moved({ kind: "drop", change: -3n * ONE, fee: ONE })), [
      { reason: "payout", amount: -2n * ONE },
      { reason: "fee", amount: -ONE }
    ])
    assert.strictEqual(mainReason(moved({ change: -ONE, fee: ONE })), "fee")
    assert.strictEqual(mainReason(moved({ change: -ONE, fee: null, transactionFee: ONE })), "fee")
    assert.strictEqual(mainReason(moved({ change: -2n * ONE, fee: null, transactionFee: ONE })), "unexplained")
  })

  it("name and link the vote, the payout or the series", () => {
    const known = { title: null, payout: null, vote: null, series: null, requestNumber: null, requestPayload: null }
    const vote = aboutOf({ ...moved({ kind: "proposal-execution" }), ...known, vote: 3, title: "Boards" })
    assert.deepEqual(vote, { about: "No. 3, Boards", path: "proposals?p=3" })
    const coupon = { ...known, payout: 2, title: "Coupon of March", series: "GRD-2027A" }
    assert.deepEqual(aboutOf({ ...moved({ kind: "drop", purpose: "coupon", change: -ONE }), ...coupon }), {
      about: "No. 2, Coupon of March (GRD-2027A)",
      path: "tokenDistribution?d=2"
    })
    const signers = { ...known, requestNumber: 4, requestPayload: { reason: "Pump repair" } }
    const paid = (requestPayload: object) =>
      aboutOf({
        ...moved({ kind: "keeper-payment", change: -ONE }),
        ...signers,
        requestPayload: { ...signers.requestPayload, ...requestPayload }
      })
    assert.deepEqual(paid({ vote: { id: "a" }, noVote: null }), { about: "No. 4, Pump repair", path: "signers?act=4" })
    // The setting that lets signers pay without a vote, and a vote that is named but decided something else.
    for (const unvoted of [
      { vote: null, noVote: "setting" },
      { vote: { id: "a" }, noVote: "amount" },
      { vote: null }
    ]) {
      assert.strictEqual(paid(unvoted).about, "No. 4, Pump repair (no vote)")
    }
    assert.deepEqual(aboutOf({ ...moved({}), ...known }), { about: "", path: null })
  })
})

const KINDS = ["seen", "drop", "deploy", "proposal-execution", "bond-settlement", "badge"]
const amount = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })
const movement = fc.record({
  resource: fc.constantFrom("a", "b", "c"),
  change: amount,
  fee: fc.option(fc.bigInt({ min: 0n, max: 10n ** 20n })),
  kind: fc.constantFrom(...KINDS),
  purpose: fc.constantFrom(null, "coupon", "grant"),
  transactionFee: fc.option(fc.bigInt({ min: 0n, max: 10n ** 20n }))
})
const held = fc
  .dictionary(fc.constantFrom("a", "b", "c", "d"), fc.bigInt({ min: 0n, max: 10n ** 40n }))
  .map((all) => new Map(Object.entries(all)))

describe("sums", () => {
  it("of opening balance and movements equal the closing balance for each token, by direction, reason and transaction", () =>
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 200 }), held, (rows, opening) => {
        const truth = new Map(opening)
        for (const { change, resource } of rows) truth.set(resource, (truth.get(resource) ?? 0n) + change)
        const sums = tokenSums(opening, changesOf(rows), truth)
        const after = balancesAfter(opening, rows)
        const reasons = reasonSums(rows)
        for (const [resource, balance] of truth) {
          const sum = sums.find((one) => one.resource === resource)
          const change = balance - (opening.get(resource) ?? 0n)
          if (sum === undefined) {
            assert.strictEqual(balance, 0n)
          } else {
            assert.strictEqual(sum.closing, balance)
            assert.strictEqual(sum.opening + sum.received + sum.sent, sum.closing)
            assert.strictEqual(sum.opening + sum.paidIn + sum.paidOut - sum.fees, sum.closing)
            assert.strictEqual(sum.difference, 0n)
          }
          const last = rows.findLastIndex((row) => row.resource === resource)
          if (last >= 0) assert.strictEqual(after[last], balance)
          const byReason = reasons.flatMap((one) => one.sums.filter((each) => each.resource === resource))
          assert.strictEqual(
            byReason.reduce((all, { amount: part }) => all + part, 0n),
            change
          )
        }
        // Differences to the ledger are reported, also for a token that was never recorded.
        const off = tokenSums(
          opening,
          changesOf(rows),
          new Map([...truth, ["a", (truth.get("a") ?? 0n) + 1n], ["z", 5n]])
        )
        assert.strictEqual(off.find(({ resource }) => resource === "a")?.difference, 1n)
        assert.strictEqual(off.find(({ resource }) => resource === "z")?.difference, 5n)
        assert.isTrue(tokenSums(opening, changesOf(rows), null).every(({ difference }) => difference === null))
      })
    ))
})

describe("the curve of a balance", () => {
  const DAY = 86_400_000
  const of = (rows: ReadonlyArray<readonly [day: number, resource: string, change: bigint]>, held = new Map()) => {
    const all = rows.map(([day, resource, change]) => ({ at: day * DAY, resource, change: change * ONE }))
    return curveOf({ rows: all, balances: balancesAfter(held, all), held, from: 0 }, (resource) => `the ${resource}`)
  }
  const reported = (curve: ReturnType<typeof of>) => curve?.points.map(({ at, balance }) => [at / DAY, balance])

  it("shows the token that moved most, from its opening balance on, with the last balance of each day", () => {
    const curve = of(
      [
        [1, "b", 9n],
        [2, "a", 5n],
        [2.5, "a", -4n],
        [4, "a", -2n]
      ],
      new Map([["a", 2n * ONE]])
    )
    assert.deepEqual(reported(curve), [
      [0, "2"],
      [2.5, "3"],
      [4, "1"]
    ] as never)
    assert.deepEqual([curve?.name, curve?.highest, curve?.lowest], [
      "the a",
      { at: 2 * DAY, balance: "7" },
      { at: 4 * DAY, balance: "1" }
    ] as never)
    assert.isNull(of([]))
  })

  it("has a point per week if there are too many days, and ends with the last of them", () => {
    const curve = of(Array.from({ length: 365 }, (_, day) => [day, "a", 1n] as const))
    assert.lengthOf(curve?.points ?? [], 54)
    assert.strictEqual(curve?.points.at(-1)?.balance, "365")
  })
})

describe("a statement's file", () => {
  it("has opening balances, movements without signs, and closing balances with their check", () => {
    const text = (of: bigint) => formatAmount(of)
    const statement: Statement = {
      slug: "garden",
      treasury: "account_tdx_2_1",
      period: named("2026-10"),
      title: "October 2026",
      now: NOW,
      isRunning: false,
      began: 0,
      proof: "differs",
      code: "0123-4567-89AB-CDEF",
      opening: { stateVersion: 5, at: "2026-09-30T23:59:59Z", isFresh: true },
      closing: { stateVersion: 9, at: "2026-10-31T23:59:59Z", isFresh: true },
      tokens: [
        {
          resource: "resource_a",
          name: "=GRD",
          opening: text(3n * ONE),
          received: NOTHING,
          sent: text(-2n * ONE),
          paidIn: NOTHING,
          paidOut: text(-ONE),
          fees: text(ONE),
          closing: text(ONE),
          difference: text(-ONE),
          hasMoved: true
        }
      ],
      reasons: [],
      escrow: null,
      total: null,
      curve: null,
      count: 1,
      movements: [
        {
          part: "treasury",
          txId: "txid_1",
          at: Date.UTC(2026, 9, 4),
          stateVersion: 7,
          resource: "resource_a",
          name: "=GRD",
          reason: "vote",
          about: "No. 1, +Boards",
          path: null,
          signers: [{ account: "account_b", name: "Ada" }],
          request: null,
          amount: text(-ONE),
          fee: text(ONE),
          balance: text(ONE)
        }
      ],
      next: null,
      isFirstPage: true
    }
    const { after, before } = endLines(statement)
    const lines = [...before, ...statement.movements.map(movementLine), ...after]
    assert.deepEqual(
      lines.map(({ balance, check, fee, line, received, sent }) => [line, received, sent, fee, balance, check]),
      [
        ["opening", null, null, null, "3", null],
        ["movement", null, "1", "1", "1", null],
        ["closing", null, null, null, "1", "the ledger has a difference of -1 =GRD"]
      ]
    )
    assert.include(csvFile(COLUMNS, lines), ",'=GRD,")
  })
})
