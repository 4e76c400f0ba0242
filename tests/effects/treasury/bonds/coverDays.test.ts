import { assert, describe, it } from "vitest"
import { withToday } from "~/effects/treasury/bonds/cover"
import { DAY_MS } from "~/effects/treasury/bonds/limits"

const NOW = 20_000 * DAY_MS + 5_000
const day = (n: number, share: number) => ({ at: (20_000 + n) * DAY_MS, share, held: "1", owed: "2" })
const cover = { tenths: 700, held: "7", owed: "10" }

describe("the reserve coverage chart of a bond's page", () => {
  it("ends with the current balance of the reserve, whatever the last poll recorded", () => {
    const today = { ...day(0, 700), held: "7", owed: "10" }
    assert.deepStrictEqual(withToday([day(-1, 400), day(0, 500)], cover, NOW), [day(-1, 400), today])
    assert.deepStrictEqual(withToday([day(-2, 400)], cover, NOW), [day(-2, 400), today])
  })

  it("starts with the first poll, and omits today while the ledger does not respond", () => {
    assert.deepStrictEqual(withToday([], cover, NOW), [])
    assert.deepStrictEqual(withToday([day(-1, 400)], null, NOW), [day(-1, 400)])
  })
})
