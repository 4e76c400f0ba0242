/** Examples and laws of bond arithmetic (docs/product/bonds.md). */
import { FastCheck } from "effect"
import { assert, describe, expect, it } from "vitest"
import { monthsLater } from "~/effects/base/text/calendar"
import {
  couponOf,
  internalRate,
  owedPerUnit,
  type Plan,
  percentText,
  perYear,
  roundedDown,
  scheduleOf,
  totalReturn
} from "~/effects/treasury/bonds/arithmetic"
import { DAY_MS } from "~/effects/treasury/bonds/limits"
import { batchesToMinimum } from "~/effects/treasury/bonds/minimum"
import { unitsRefused } from "~/effects/treasury/bonds/SaleRules.server"
import { couponEveries, daysBetween, periodsOf } from "~/effects/treasury/bonds/schedule"
import { groupOf } from "~/effects/treasury/bonds/words"
import { formatAmount, ONE } from "~/ledger/index"
import { series } from "./receiptSamples"

const at = (text: string) => Date.parse(`${text}T18:00:00Z`)
const START = at("2026-11-30")
const zero = (face: bigint, price: bigint, days: number): Plan => ({
  faceValue: face * ONE,
  issuePrice: price * ONE,
  issuedAt: START,
  maturesAt: START + days * DAY_MS,
  divisibility: 18,
  coupon: null
})
const paying = (plan: Plan, rate: bigint, every: (typeof couponEveries)[number]): Plan => ({
  ...plan,
  coupon: { ratePct: rate * ONE, every }
})

describe("the examples of the documentation", () => {
  it("zero coupon: 100 for 92 in 180 days", () => {
    assert.strictEqual(percentText(totalReturn(zero(100n, 92n, 180))), "8.69%")
    assert.strictEqual(percentText(perYear(zero(100n, 92n, 180)) ?? 0), "18.42%")
  })
  it("zero coupon: 250 for 230 in a year", () => {
    assert.strictEqual(percentText(totalReturn(zero(250n, 230n, 365))), "8.69%")
    assert.strictEqual(percentText(perYear(zero(250n, 230n, 365)) ?? 0), "8.69%")
  })
  it("coupon: 8% of 100 for 90 days, rounded down to the currency's decimals", () => {
    assert.strictEqual(formatAmount(couponOf(100n * ONE, 8n * ONE, 90, 18)), "1.972602739726027397")
    assert.strictEqual(formatAmount(couponOf(100n * ONE, 8n * ONE, 90, 4)), "1.9726")
    assert.strictEqual(formatAmount(couponOf(100n * ONE, 8n * ONE, 90, 0)), "1")
  })
  it("a bond sold at face value that pays once a year yields its rate", () => {
    for (const rate of [1n, 8n, 33n, 100n]) {
      assert.strictEqual(perYear(paying(zero(100n, 100n, 365), rate, "atMaturity")), Number(rate) * 100)
    }
    const rate = internalRate(100, [
      { years: 1, paid: 8 },
      { years: 2, paid: 8 },
      { years: 3, paid: 108 }
    ])
    expect(Math.abs(rate - 0.08)).toBeLessThan(1e-8)
  })
  it("a series with quarterly coupons over two years", () => {
    const plan = paying({ ...zero(100n, 100n, 0), maturesAt: at("2028-11-30") }, 8n, "quarterly")
    const days = scheduleOf(plan).map(({ days }) => days)
    assert.deepStrictEqual(days, [90, 91, 92, 92, 91, 91, 92, 92, 0])
    assert.strictEqual(percentText(totalReturn(plan)), "16.02%")
    assert.strictEqual(percentText(perYear(plan) ?? 0), "8.24%")
  })
  it("6% in twelve payments yields 6%, though each payment is rounded down", () => {
    const plan = paying({ ...zero(100n, 100n, 365), divisibility: 2 }, 6n, "monthly")
    assert.strictEqual(formatAmount(owedPerUnit(scheduleOf(plan))), "105.92")
    assert.strictEqual(percentText(totalReturn(plan)), "6.00%")
  })
  it("what doubles in a day has no annual yield", () => {
    assert.isNull(perYear(zero(100n, 50n, 1)))
    assert.isNull(perYear(paying(zero(100n, 90n, 1), 100n, "atMaturity")))
  })
})

describe("dates", () => {
  it("fall on the last day of short months, and return to their day afterwards", () => {
    assert.strictEqual(monthsLater(at("2027-01-31"), 1), at("2027-02-28"))
    assert.strictEqual(monthsLater(at("2027-01-31"), 2), at("2027-03-31"))
    assert.strictEqual(monthsLater(at("2028-01-31"), 1), at("2028-02-29"))
    assert.strictEqual(monthsLater(at("2026-11-30"), 3), at("2027-02-28"))
    assert.strictEqual(monthsLater(at("2026-12-15"), 13), at("2028-01-15"))
  })
  it("end at maturity, also when the last period is short or ends on the same day", () => {
    const ends = periodsOf(at("2027-01-31"), at("2027-04-10"), "monthly").map(({ until }) => until)
    assert.deepStrictEqual(ends, [at("2027-02-28"), at("2027-03-31"), at("2027-04-10")])
    const same = periodsOf(at("2027-01-15"), at("2027-02-15") + 1000, "monthly")
    assert.deepStrictEqual(same, [{ from: at("2027-01-15"), until: at("2027-02-15") + 1000, days: 31 }])
  })
})

const instants = FastCheck.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2060, 0, 1) })
const terms = FastCheck.integer({ min: 1, max: 1825 })
const cents = FastCheck.bigInt({ min: 1n, max: 100_000_000n })
const plans = FastCheck.record({
  issuedAt: instants,
  term: terms,
  face: cents,
  pricePct: FastCheck.integer({ min: 90, max: 110 }),
  ratePct: FastCheck.bigInt({ min: 1n, max: 10_000n }),
  every: FastCheck.constantFrom(...couponEveries),
  divisibility: FastCheck.integer({ min: 2, max: 18 })
}).map(
  ({ divisibility, every, face, issuedAt, pricePct, ratePct, term }): Plan => ({
    issuedAt,
    maturesAt: issuedAt + term * DAY_MS,
    faceValue: (face * ONE) / 100n,
    issuePrice: (face * ONE * BigInt(pricePct)) / 10_000n,
    divisibility,
    coupon: { ratePct: (ratePct * ONE) / 100n, every }
  })
)

describe("laws", () => {
  it("periods follow one another and cover the term", () => {
    FastCheck.assert(
      FastCheck.property(instants, terms, FastCheck.constantFrom(...couponEveries), (from, days, every) => {
        const until = from + days * DAY_MS
        const periods = periodsOf(from, until, every)
        let last = from
        for (const period of periods) {
          assert.strictEqual(period.from, last)
          assert.isAbove(period.days, 0)
          last = period.until
        }
        assert.strictEqual(last, until)
        assert.strictEqual(
          periods.reduce((sum, period) => sum + period.days, 0),
          daysBetween(from, until)
        )
      })
    )
  })
  it("coupons are multiples of the currency's smallest unit, and never exceed the exact interest", () => {
    FastCheck.assert(
      FastCheck.property(plans, (plan) => {
        const coupons = scheduleOf(plan).filter(({ kind }) => kind === "coupon")
        for (const { perUnit } of coupons) assert.strictEqual(roundedDown(perUnit, plan.divisibility), perUnit)
        const paid = owedPerUnit(coupons)
        const days = BigInt(daysBetween(plan.issuedAt, plan.maturesAt))
        const exact = (plan.faceValue * (plan.coupon?.ratePct ?? 0n) * days) / (ONE * 36_500n)
        assert.isTrue(paid <= exact)
        const step = 10n ** BigInt(18 - plan.divisibility)
        assert.isTrue(exact - paid < (step + 1n) * BigInt(coupons.length))
      })
    )
  })
  it("discounting the payments by the annual yield gives the price", () => {
    FastCheck.assert(
      FastCheck.property(plans, (plan) => {
        const price = Number(formatAmount(plan.issuePrice))
        const flows = scheduleOf(plan).map(({ dueAt, perUnit }) => ({
          years: daysBetween(plan.issuedAt, dueAt) / 365,
          paid: Number(formatAmount(perUnit))
        }))
        const rate = internalRate(price, flows)
        if (rate === Number.POSITIVE_INFINITY || rate < -0.9) return
        const worth = (r: number) => flows.reduce((sum, { paid, years }) => sum + paid / (1 + r) ** years, 0)
        assert.isTrue(worth(rate - 2e-9) >= price * (1 - 1e-12) && worth(rate + 2e-9) <= price * (1 + 1e-12))
      })
    )
  })
})

describe("orders", () => {
  const of = (over: object) => ({ ...series, units: 100, sold: 0, minPerBuyer: 5, maxPerBuyer: 50, ...over })
  it("are accepted between the minimum and what is left for a buyer", () => {
    const said = (over: object, wanted: number, have = 0) => unitsRefused(of(over), wanted, have)?.message
    for (const [over, wanted, have] of [
      [{}, 5, 0],
      [{}, 50, 0],
      [{}, 1, 49],
      [{ sold: 97 }, 3, 0],
      [{ sold: 90 }, 10, 40]
    ] as const) {
      assert.isUndefined(said(over, wanted, have), `${wanted} after ${have}`)
    }
    assert.strictEqual(said({}, 4), "Order 5 to 50 units.")
    assert.strictEqual(said({}, 51), "Order 5 to 50 units.")
    assert.strictEqual(said({}, 2, 49), "Order 1 unit; you already have 49.")
    assert.strictEqual(said({}, 1, 50), "You already have 50 units; 50 is the most for one buyer.")
    assert.strictEqual(said({ sold: 90 }, 11, 40), "Only 10 units are left.")
    assert.strictEqual(said({ sold: 90 }, 11, 41), "Order 1 to 9 units; you already have 41.")
    assert.strictEqual(said({ sold: 99 }, 2), "Only 1 unit is left.")
    assert.strictEqual(said({ sold: 100 }, 1), "All units are ordered.")
  })
  it("reach a minimum after a number of transactions, or never", () => {
    const batches = [[{ units: 6 }, { units: 4 }], [{ units: 5 }]]
    const reach = (minRaiseUnits: number, settledUnits = 0) =>
      batchesToMinimum({ minRaiseUnits, settledUnits }, batches)
    assert.deepStrictEqual([reach(0), reach(10), reach(11), reach(15), reach(16)], [0, 1, 2, 2, null])
    assert.deepStrictEqual([reach(10, 10), reach(16, 1), reach(17, 1)], [0, 2, null])
  })
})

it("every state of a series has a place in the list", () => {
  const groups = {
    open: 1,
    settling: 1,
    active: 2,
    maturing: 2,
    overdue: 2,
    redeemed: 3,
    cancelled: 3,
    scheduled: 4
  } as const
  for (const [state, at] of Object.entries(groups) as ReadonlyArray<[keyof typeof groups, number]>) {
    assert.strictEqual(groupOf(state), (["", "open", "running", "finished", "upcoming"] as const)[at])
  }
})
