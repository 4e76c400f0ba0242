import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { linesOf, MOST_POINTS, thinned } from "~/effects/treasury/treasury/balances"
import { formatAmount, NOTHING, ONE } from "~/ledger/index"

const DAY_MS = 86_400_000
const token = { resource: "a", name: "A", held: null }

describe("a token's balance over time", () => {
  it("adds up the changes of each day, in whatever order the days come", () => {
    const [line] = linesOf(
      [
        { resource: "a", day: 12, change: -ONE / 2n },
        { resource: "b", day: 11, change: ONE },
        { resource: "a", day: 10, change: 3n * ONE }
      ],
      [token, { ...token, resource: "never moved" }]
    )
    assert.deepInclude(line, { days: 2, isBehind: false })
    assert.deepStrictEqual(line?.points, [
      { at: 10 * DAY_MS, balance: formatAmount(3n * ONE) },
      { at: 12 * DAY_MS, balance: formatAmount((5n * ONE) / 2n) }
    ])
    assert.strictEqual(line?.highest.at, 10 * DAY_MS)
  })

  it("is marked if the ledger has more than was recorded", () => {
    const moved = [{ resource: "a", day: 1, change: ONE }]
    assert.isTrue(linesOf(moved, [{ ...token, held: NOTHING }])[0]?.isBehind)
    assert.isFalse(linesOf(moved, [{ ...token, held: formatAmount(ONE) }])[0]?.isBehind)
  })

  it("is drawn with few points, including the first and the last, each an actual balance", () =>
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 2_000 }), (days) => {
        const points = [...days]
          .sort((one, other) => one - other)
          .map((day) => ({ at: day * DAY_MS, balance: formatAmount(BigInt((day * 7919) % 1_009) * ONE) }))
        const few = thinned(points)
        assert.isAtMost(few.length, MOST_POINTS)
        assert.deepStrictEqual([few[0], few.at(-1)], [points[0], points.at(-1)])
        assert.isTrue(few.every((point) => points.includes(point)))
        const most = (some: typeof few) => Math.max(...some.map(({ balance }) => Number(balance)))
        assert.strictEqual(most(few), most(points))
        if (points.length <= MOST_POINTS) assert.lengthOf(few, points.length)
      })
    ))
})
