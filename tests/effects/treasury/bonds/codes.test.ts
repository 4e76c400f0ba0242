import { FastCheck } from "effect"
import { assert, describe, it } from "vitest"
import {
  CODE,
  checkCode,
  codeFor,
  inFours,
  paymentNumber,
  receiptNumber,
  stemOf,
  symbolOf
} from "~/effects/treasury/bonds/codes"
import { coverOf, coverText } from "~/effects/treasury/bonds/cover"

describe("codes", () => {
  it("begin with the token's symbol, or the initials of the slug", () => {
    assert.strictEqual(stemOf("GRD", "riverside-garden"), "GRD")
    assert.strictEqual(stemOf(null, "solar-roof-circle"), "SRC")
    assert.strictEqual(stemOf("$un.x", "solar"), "UNX")
    assert.strictEqual(stemOf("", "solar"), "S")
  })
  it("take the first free letter of the year of maturity, AA after Z", () => {
    const year = Date.UTC(2027, 7, 20)
    assert.strictEqual(codeFor("GRD", year, []), "GRD-2027A")
    assert.strictEqual(codeFor("GRD", year, ["GRD-2027A", "GRD-2026B"]), "GRD-2027B")
    const taken: Array<string> = []
    for (let n = 0; n < 702; n += 1) {
      const code = codeFor("GRD", year, taken) ?? ""
      assert.match(code, CODE)
      assert.notInclude(taken, code)
      taken.push(code)
    }
    assert.strictEqual(taken[26], "GRD-2027AA")
    assert.strictEqual(taken[701], "GRD-2027ZZ")
    assert.isUndefined(codeFor("GRD", year, taken))
    assert.strictEqual(symbolOf("GRD-2027A"), "GRD2027A")
  })
  it("number receipts and shorten their hashes", () => {
    assert.strictEqual(receiptNumber("GRD-2027A", 123), "R-GRD-2027A-000123")
    assert.strictEqual(paymentNumber("GRD-2027A", 123), "R-GRD-2027A-P000123")
    assert.strictEqual(inFours(checkCode("8c11f0d27ab94e63ffff")), "8c11 f0d2 7ab9 4e63")
  })
})

describe("reserve coverage", () => {
  it("has the documented labels, and rounds down", () => {
    assert.deepStrictEqual(coverOf(100n, 100n), { label: "Fully covered", tenths: 1000 })
    assert.deepStrictEqual(coverOf(99_999n, 100_000n), { label: "Partly covered", tenths: 999 })
    assert.deepStrictEqual(coverOf(50n, 100n), { label: "Partly covered", tenths: 500 })
    assert.deepStrictEqual(coverOf(499n, 1000n), { label: "Poorly covered", tenths: 499 })
    assert.deepStrictEqual(coverOf(0n, 1n), { label: "Poorly covered", tenths: 0 })
    assert.isNull(coverOf(5n, 0n))
    assert.strictEqual(coverText({ tenths: 1120 }), "112%")
    assert.strictEqual(coverText({ tenths: 645 }), "64.5%")
    assert.strictEqual(coverText(coverOf(26_000n, 100n) ?? { tenths: 0 }), "26,000%")
    assert.strictEqual(coverText(coverOf(10n ** 30n, 1n) ?? { tenths: 0 }), "more than 1,000,000%")
  })
  it("is never labelled as fully covered while something is missing", () => {
    const amounts = FastCheck.bigInt({ min: 1n, max: 10n ** 30n })
    FastCheck.assert(
      FastCheck.property(amounts, amounts, (balance, owed) => {
        assert.strictEqual(coverOf(balance, owed)?.label === "Fully covered", balance >= owed)
      })
    )
  })
})
