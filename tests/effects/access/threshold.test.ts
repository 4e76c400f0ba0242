import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { compareThresholds, fractions, hundredthsOf, isOver, readThreshold } from "~/effects/access/exactThreshold"
import { percentAbout, type Threshold, thresholdText, thresholdWords } from "~/effects/access/threshold"

const percent = fc.integer({ min: 5_000, max: 10_000 }).map((n) => n / 100)
const threshold: fc.Arbitrary<Threshold> = fc.oneof(percent, fc.constantFrom(...fractions))
const votes = fc.bigInt(0n, 10n ** 40n)

/** Computed from the digits of the text, independently of the code under test. */
const exact = (of: Threshold): readonly [bigint, bigint] => {
  if (typeof of === "number") {
    const text = of.toFixed(2)
    return [BigInt(text.replace(".", "")), 10_000n]
  }
  return [BigInt(of.charAt(0)), BigInt(of.charAt(2))]
}

describe("a threshold", () => {
  it("of two thirds lets 4 of 6 pass, where 66.67% does not", () => {
    assert.isTrue(isOver("2/3", 4n, 6n))
    assert.isFalse(isOver("2/3", 3n, 6n))
    assert.isFalse(isOver("2/3", 66_666n, 100_000n))
    assert.isFalse(isOver(66.67, 4n, 6n))
  })

  it("of one half means more than half, however it is written; anything above means at least", () => {
    for (const half of [50, "1/2"] as const) {
      assert.isFalse(isOver(half, 5n, 10n))
      assert.isTrue(isOver(half, 6n, 10n))
    }
    for (const [fraction, same] of [
      ["3/4", 75],
      ["3/5", 60],
      ["4/5", 80]
    ] as const) {
      assert.isTrue(isOver(fraction, BigInt(same), 100n))
      assert.isFalse(isOver(fraction, BigInt(same) - 1n, 100n))
      assert.strictEqual(compareThresholds(fraction, same), 0)
    }
    for (const any of [50, 100, ...fractions]) assert.isFalse(isOver(any, 0n, 0n))
  })

  it("is met exactly when the share of whole numbers is", () => {
    fc.assert(
      fc.property(threshold, votes, votes, (of, some, rest) => {
        const [part, whole] = exact(of)
        const all = some + rest
        const isMet = 2n * part === whole ? some * whole > part * all : all > 0n && some * whole >= part * all
        assert.strictEqual(isOver(of, some, all), isMet)
      })
    )
  })

  it("is met by the least number of votes that reaches it, and not by one less", () => {
    fc.assert(
      fc.property(threshold, fc.bigInt(1n, 10n ** 30n), (of, all) => {
        const [part, whole] = exact(of)
        const least = 2n * part === whole ? (all * part) / whole + 1n : (all * part + whole - 1n) / whole
        assert.isTrue(isOver(of, least, all))
        assert.isFalse(isOver(of, least - 1n, all))
      })
    )
  })

  it("is compared exactly", () => {
    assert.isBelow(compareThresholds(66.66, "2/3"), 0)
    assert.isAbove(compareThresholds(66.67, "2/3"), 0)
    fc.assert(
      fc.property(threshold, threshold, (one, other) => {
        const [[a, b], [c, d]] = [exact(one), exact(other)]
        assert.strictEqual(compareThresholds(one, other), a * d < c * b ? -1 : a * d > c * b ? 1 : 0)
        assert.strictEqual(compareThresholds(one, other), 0 - compareThresholds(other, one))
      })
    )
  })

  it("parses hundredths of a percent from the digits", () => {
    for (let n = 0; n <= 10_000; n++) assert.strictEqual(hundredthsOf(n / 100), BigInt(n))
  })

  it("is displayed as stated", () => {
    assert.deepEqual(
      [50, 66.67, "1/2", "2/3"].map((of) => thresholdWords(of as Threshold)),
      ["more than 50%", "at least 66.67%", "more than 1/2", "at least 2/3"]
    )
    assert.deepEqual([thresholdText(60), thresholdText("3/4")], ["60%", "3/4"])
    assert.deepEqual([percentAbout("2/3"), percentAbout("3/4"), percentAbout(66.67)], [66.67, 75, 66.67])
  })
})

describe("a threshold typed by a user", () => {
  it.each([
    ["50", 50],
    [" 66.67 ", 66.67],
    ["100", 100],
    ["2/3", "2/3"],
    [" 2 / 3", "2/3"],
    ["2/4", "1/2"],
    ["3/3", 100],
    ["4/5", "4/5"]
  ] as const)("%s is accepted", (typed, read) => {
    assert.strictEqual(readThreshold(typed), read)
  })

  it.each([
    "",
    "0/3",
    "1/3",
    "4/3",
    "2/7",
    "4/6",
    "2/0",
    "0/0",
    "-2/3",
    "2//3",
    "2/3/4",
    "1/1",
    "two thirds",
    "49.99",
    "100.01",
    "66.667",
    "66,67",
    "1e2",
    "⅔"
  ])("“%s” is refused", (typed) => {
    assert.isNull(readThreshold(typed))
  })

  it("is parsed back from the text it is shown as", () => {
    fc.assert(fc.property(threshold, (of) => assert.strictEqual(readThreshold(String(of)), of)))
  })

  it("is always a fraction of the list or a percentage", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.tuple(fc.nat(12), fc.nat(12)).map(([a, b]) => `${a}/${b}`)
        ),
        (typed) => {
          const read = readThreshold(typed)
          if (read === null) return
          assert.isAtLeast(percentAbout(read), 50)
          assert.isAtMost(percentAbout(read), 100)
        }
      )
    )
  })
})
