import { assert, describe, it } from "vitest"
import { DAY_MS } from "~/effects/treasury/bonds/limits"
import { withToday } from "~/effects/treasury/bonds/seriesHistory"

const NOW = 20_000 * DAY_MS + 5_000
const day = (n: number, share: number) => ({ at: (20_000 + n) * DAY_MS, share, held: "1", owed: "2" })
const cover = { tenths: 700, held: "7", owed: "10" }

describe("the cover of a bond's page", () => {
  it("is one figure: the last day is what the reserve holds now, whatever was seen at the last look", () => {
    const today = { ...day(0, 700), held: "7", owed: "10" }
    assert.deepStrictEqual(withToday([day(-1, 400), day(0, 500)], cover, NOW), [day(-1, 400), today])
    assert.deepStrictEqual(withToday([day(-2, 400)], cover, NOW), [day(-2, 400), today])
  })

  it("has no day before the first look, and none today while the ledger does not answer", () => {
    assert.deepStrictEqual(withToday([], cover, NOW), [])
    assert.deepStrictEqual(withToday([day(-1, 400)], null, NOW), [day(-1, 400)])
  })
})
