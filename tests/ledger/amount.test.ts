import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { formatAmount, isDivisible, ONE, parseAmount } from "~/ledger/index"

const LARGEST = 2n ** 191n - 1n

describe("amounts", () => {
  it("are parsed back from their text", () =>
    fc.assert(
      fc.property(fc.bigInt(-LARGEST - 1n, LARGEST), (amount) => {
        assert.deepStrictEqual(parseAmount(formatAmount(amount)), amount)
      })
    ))

  it.each([
    ["0", 0n],
    ["-0", 0n],
    ["1", ONE],
    ["-1.5", (-3n * ONE) / 2n],
    ["0.000000000000000001", 1n],
    ["4162.5", (8325n * ONE) / 2n],
    ["007", 7n * ONE]
  ])("reads %s", (text, amount) => {
    assert.deepStrictEqual(parseAmount(text), amount)
  })

  it.each(["", "-", ".5", "1.", "1e3", "+1", " 1", "1,000", "0.0000000000000000001", "1".repeat(60), "0x10", "NaN"])(
    "refuses %j",
    (text) => {
      assert.isNull(parseAmount(text))
    }
  )

  it("know whether the divisibility of a resource permits an amount", () => {
    assert.isTrue(isDivisible(5n * ONE, 0))
    assert.isFalse(isDivisible(ONE / 2n, 0))
    assert.isTrue(isDivisible(ONE / 2n, 1))
    assert.isTrue(isDivisible(1n, 18))
  })
})
