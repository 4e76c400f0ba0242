import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { compare } from "../scripts/goals/against/ratios"

const pair = (before: number, after: number) => ({ before, after })

describe("the comparison of two revisions", () => {
  it("takes the ratio of each pair, so that a busy minute counts for both", () => {
    const { after, before, least, most, ratio } = compare([pair(10, 5), pair(40, 20), pair(11, 5.5)])
    assert.deepStrictEqual([before, after, ratio, least, most], [11, 5.5, 0.5, 0.5, 0.5])
  })

  it("has the middle of an even number of pairs, and its spread", () => {
    const { least, most, ratio } = compare([pair(10, 10), pair(10, 12), pair(10, 9), pair(10, 11)])
    assert.closeTo(ratio, 1.05, 1e-9)
    assert.deepStrictEqual([least, most], [0.9, 1.2])
  })

  it("reports no ratio for zero, and no change from zero to zero", () => {
    assert.isNaN(compare([pair(0, 3)]).ratio)
    assert.strictEqual(compare([pair(0, 0)]).ratio, 1)
    assert.isNaN(compare([]).ratio)
  })

  it("is inverted when the revisions are swapped", () => {
    const figure = fc.integer({ min: 1, max: 1_000_000 })
    const pairs = fc.array(fc.record({ before: figure, after: figure }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(pairs, (some) => {
        const forth = compare(some)
        const back = compare(some.map(({ after, before }) => pair(after, before)))
        assert.closeTo(forth.least * back.most, 1, 1e-9)
        assert.isTrue(forth.least <= forth.ratio && forth.ratio <= forth.most)
      })
    )
  })
})
