/** What the form of a budget refuses and accepts, whatever is typed. */
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { untilOf, wrongTerms } from "~/effects/treasury/budgets/forms"
import { amountOf, isAmountText } from "~/ledger/index"

const now = Date.UTC(2026, 10, 25, 12)
const sound = { total: "1200", most: "", lastDay: "2027-11-24" }
const wrong = (changes: Partial<typeof sound>) => wrongTerms({ ...sound, ...changes }, { divisibility: 2, now })

describe("the terms of a budget", () => {
  it("permit a period from today to the same day of the next year", () => {
    for (const lastDay of ["2026-11-25", "2027-11-24", "2027-11-26"]) assert.deepStrictEqual(wrong({ lastDay }), {})
    assert.strictEqual(untilOf("2026-11-25"), Date.UTC(2026, 10, 26))
  })

  it.each<readonly [Partial<typeof sound>, Readonly<Record<string, string>>]>([
    [{ total: "" }, { total: "Enter a number, for example 1200 or 12.5." }],
    [{ total: "1,200" }, { total: "Enter a number, for example 1200 or 12.5." }],
    [{ total: "0" }, { total: "Enter more than 0." }],
    [{ total: "-5" }, { total: "Enter more than 0." }],
    [{ total: "1.005" }, { total: "At most 2 decimals." }],
    [{ most: "1200.01" }, { most: "This is more than the total of the budget." }],
    [{ most: "x" }, { most: "Enter a number, for example 1200 or 12.5." }],
    [{ lastDay: "" }, { lastDay: "Choose a day." }],
    [{ lastDay: "2026-13-01" }, { lastDay: "Choose a day." }],
    [{ lastDay: "2026-11-24" }, { lastDay: "This day has passed. Choose today or later." }],
    [{ lastDay: "2027-11-27" }, { lastDay: "Within a year from today." }]
  ])("refuse %j", (changes, fields) => assert.deepStrictEqual(wrong(changes), fields))

  it("accept no amount of zero or below, or above the whole", () => {
    const texts = fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String))
    fc.assert(
      fc.property(texts, texts, (total, most) => {
        if (Object.keys(wrong({ total, most })).length > 0) return
        if (!isAmountText(total)) return assert.fail(total)
        assert.isTrue(amountOf(total) > 0n)
        if (most !== "") assert.isTrue(isAmountText(most) && amountOf(most) > 0n && amountOf(most) <= amountOf(total))
      })
    )
  })
})
