import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import {
  formatVotes,
  percentOf,
  readVotes,
  showVotes,
  sqrtWeight,
  sumOf,
  weightOf
} from "~/effects/governance/votes/weight"

const whole = fc.bigInt(0n, 10n ** 40n)

describe("weights", () => {
  it("are read and written exactly", () => {
    fc.assert(fc.property(whole, (votes) => assert.strictEqual(readVotes(formatVotes(votes)), votes)))
    assert.strictEqual(formatVotes(readVotes("0.000000000000000001")), "0.000000000000000001")
    assert.strictEqual(sumOf(["0.1", "0.2"]), "0.3")
    assert.strictEqual(sumOf([]), "0")
  })

  it("round percentages down, so that a bar never shows met when it is not", () => {
    assert.strictEqual(percentOf(2n, 3n), "66.6")
    assert.strictEqual(percentOf(999_999n, 1_000_000n), "99.9")
    assert.strictEqual(percentOf(7n, 7n), "100.0")
    assert.strictEqual(percentOf(0n, 0n), "0.0")
    fc.assert(
      fc.property(whole, whole, (part, more) => {
        const shown = Number(percentOf(part, part + more + 1n).replace(".", ""))
        assert.isTrue(BigInt(shown) * (part + more + 1n) <= part * 1000n)
        assert.isTrue(BigInt(shown + 1) * (part + more + 1n) > part * 1000n)
      })
    )
  })

  it("take the square root to six places, rounded down", () => {
    assert.strictEqual(sqrtWeight("2500"), "50")
    assert.strictEqual(sqrtWeight("2"), "1.414213")
    assert.strictEqual(sqrtWeight("0.000000000001"), "0.000001")
    assert.strictEqual(sqrtWeight("0.000000000000999999"), "0")
    assert.strictEqual(sqrtWeight("0"), "0")
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 45n), (attos) => {
        const root = readVotes(sqrtWeight(formatVotes(attos * 100n))) / 10n ** 14n
        const square = (value: bigint) => value * value * 10n ** 6n
        assert.isTrue(square(root) <= attos && attos < square(root + 1n))
      })
    )
  })

  it("show thousands separators and six places at most, never more than there is", () => {
    assert.strictEqual(showVotes(readVotes("1234567.1234569")), "1,234,567.123456")
    assert.strictEqual(showVotes(readVotes("999.5")), "999.5")
    assert.strictEqual(showVotes(readVotes("1000")), "1,000")
  })

  it("come from the source that the community chose", () => {
    const of = { assigned: 7, balance: "16" }
    assert.deepStrictEqual(
      (["member", "assigned", "token", "sqrt"] as const).map((mode) => weightOf(mode, of)),
      ["1", "7", "16", "4"]
    )
  })
})
