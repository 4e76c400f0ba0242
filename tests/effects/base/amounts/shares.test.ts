import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { turnoutText } from "~/effects/activity/activity/figures"
import { partText, shareText, tenthsOf } from "~/effects/base/amounts/readable"
import { moneyText, partsText, sumOf } from "~/effects/treasury/bonds/money"
import { formatAmount } from "~/ledger/index"

const amounts = fc.bigInt({ min: 0n, max: 10n ** 26n })
/** The value that a displayed text stands for, in ten-thousandths. */
const shown = (text: string): bigint => {
  const [head = "0", tail = ""] = text.replace("about ", "").replaceAll(",", "").split(".")
  return text.startsWith("<") ? 0n : BigInt(head + tail.padEnd(4, "0"))
}
const STEP = 10n ** 14n

describe("shares shown together", () => {
  it("add up to one hundred, each less than a tenth away from its exact value", () =>
    fc.assert(
      fc.property(fc.array(amounts, { minLength: 1, maxLength: 12 }), (parts) => {
        const whole = parts.reduce((sum, part) => sum + part, 0n)
        const tenths = tenthsOf(parts)
        assert.strictEqual(
          tenths.reduce((sum, each) => sum + each, 0),
          whole === 0n ? 0 : 1000
        )
        for (const [index, part] of parts.entries()) {
          const off = BigInt(tenths[index] ?? 0) * whole - part * 1000n
          assert.isTrue(off < whole || whole === 0n)
          assert.isTrue(off > -whole || whole === 0n)
        }
      })
    ))
  it("are 33.4, 33.3 and 33.3 for three equal parts", () => {
    assert.deepStrictEqual(tenthsOf([1n, 1n, 1n]), [334, 333, 333])
  })
  it("show zero only for zero", () => {
    fc.assert(
      fc.property(amounts, amounts, (part, more) => {
        assert.strictEqual(partText(part, part + more) === "0.0", part === 0n)
      })
    )
    assert.strictEqual(partText(1n, 10_000n), "< 0.1")
    const turnout = { number: 1, at: 0, eligible: 300, voters: 2 }
    assert.strictEqual(turnoutText(turnout), "< 1%")
    assert.strictEqual(turnoutText({ ...turnout, voters: 0 }), "0%")
    assert.strictEqual(turnoutText({ ...turnout, voters: 171 }), "57%")
    assert.strictEqual(shareText(0, false), "0.0")
    assert.strictEqual(partText(999_999n, 1_000_000n), "99.9")
  })
})

describe("amounts for display", () => {
  it("are exact to four decimals and marked where they are rounded", () => {
    assert.strictEqual(moneyText("12345.6789"), "12,345.6789")
    assert.strictEqual(moneyText("52.999999999999999996"), "about 53")
    assert.strictEqual(moneyText("0.00001"), "< 0.0001")
    assert.strictEqual(moneyText("0"), "0")
    assert.strictEqual(moneyText("52.00001"), "about 52")
    assert.strictEqual(moneyText("52.00005"), "about 52.0001")
  })
  it("read the same alone, as a part and as a sum, and are off by half a unit at most", () =>
    fc.assert(
      fc.property(fc.array(amounts, { minLength: 1, maxLength: 12 }), (parts) => {
        const texts = parts.map((part) => formatAmount(part))
        const { isRounded, parts: each, whole } = partsText(texts)
        const bare = (text: string) => moneyText(text).replace(/^about /, "")
        assert.deepStrictEqual(each, texts.map(bare))
        assert.strictEqual(whole, bare(sumOf(texts)))
        const sum = parts.reduce((all, part) => all + part, 0n)
        assert.strictEqual(sumOf(texts), formatAmount(sum))
        const off = shown(whole) * STEP - sum
        assert.isTrue(off <= STEP / 2n && -off < STEP)
        assert.strictEqual(
          isRounded,
          parts.some((part) => part % STEP !== 0n)
        )
      })
    ))
  it("show the same quarterly coupon in the calendar and next to the holder's units", () => {
    const coupon = "7.561643835616438356"
    assert.strictEqual(moneyText(coupon), "about 7.5616")
    assert.deepStrictEqual(partsText([coupon, coupon, coupon, "100"]).parts, ["7.5616", "7.5616", "7.5616", "100"])
  })
})
