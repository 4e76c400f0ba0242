import { describe, expect, it } from "vitest"
import { absoluteTime, momentIn, relativeTime, spanInWords } from "~/effects/base/text/moments"

const NOW = Date.UTC(2026, 10, 21, 13, 0)
const H = 3_600_000

describe("moments (D-13)", () => {
  it("writes the moment in the zone of whoever reads", () => {
    expect(absoluteTime(Date.UTC(2026, 10, 24, 17, 0), "Europe/Berlin")).toBe("24 Nov 2026, 18:00")
    expect(absoluteTime(Date.UTC(2026, 10, 24, 17, 0), "UTC")).toBe("24 Nov 2026, 17:00")
  })

  it("names the zone in letters where the whole name has no room", () => {
    const at = Date.UTC(2026, 10, 24, 17, 0)
    expect(momentIn("zoned", at, "Europe/Berlin")).toBe("24 Nov 2026, 18:00 CET")
    expect(momentIn("zoned", at, "Asia/Kolkata")).toBe("24 Nov 2026, 22:30 GMT+5:30")
    expect(momentIn("zoned", at, "UTC")).toBe("24 Nov 2026, 17:00 UTC")
  })

  it("says how far away it is, rounded down, with the two largest parts", () => {
    expect(relativeTime(NOW + 76 * H + 59 * 60_000, NOW)).toBe("in 3 days 4 h")
    expect(relativeTime(NOW - 25 * H, NOW)).toBe("1 day 1 h ago")
    expect(relativeTime(NOW - 24 * H, NOW)).toBe("1 day ago")
    expect(relativeTime(NOW + 2 * H + 5 * 60_000, NOW)).toBe("in 2 h 5 min")
    expect(spanInWords(2 * H)).toBe("2 h")
    expect(spanInWords(12 * 60_000 + 999)).toBe("12 min")
    expect(relativeTime(NOW, NOW)).toBe("just now")
    expect(relativeTime(NOW + 1, NOW)).toBe("in less than a minute")
  })
})
