import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import {
  absoluteTime,
  besideUtc,
  dayForHash,
  daysDownAList,
  inUtc,
  type MomentStyle,
  momentIn,
  relativeTime,
  spanInWords
} from "~/effects/base/text/moments"

const NOW = Date.UTC(2026, 10, 21, 13, 0)
const H = 3_600_000

describe("moments", () => {
  it("are shown in the reader's time zone", () => {
    expect(absoluteTime(Date.UTC(2026, 10, 24, 17, 0), "Europe/Berlin")).toBe("24 Nov 2026, 18:00")
    expect(absoluteTime(Date.UTC(2026, 10, 24, 17, 0), "UTC")).toBe("24 Nov 2026, 17:00")
    expect(absoluteTime(Date.UTC(2026, 8, 24, 17, 0), "UTC")).toBe("24 Sep 2026, 17:00")
  })

  it("use the abbreviated time zone where the full name has no room", () => {
    const at = Date.UTC(2026, 10, 24, 17, 0)
    expect(momentIn("zoned", at, "Europe/Berlin")).toBe("24 Nov 2026, 18:00 CET")
    expect(momentIn("zoned", at, "Asia/Kolkata")).toBe("24 Nov 2026, 22:30 GMT+5:30")
    expect(momentIn("zoned", at, "UTC")).toBe("24 Nov 2026, 17:00 UTC")
  })

  it("are written as browsers write British English, but with three letters for September", () => {
    const asked = {
      moment: { dateStyle: "medium", timeStyle: "short" },
      zoned: {
        day: "numeric",
        month: "short",
        year: "numeric",
        hour: "2-digit",
        minute: "2-digit",
        timeZoneName: "short"
      },
      weekday: { weekday: "long", day: "numeric", month: "long" },
      day: { dateStyle: "medium" },
      dated: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
      datedClock: { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
      shortDay: { day: "numeric", month: "short" },
      month: { month: "short", year: "numeric" },
      wholeMonth: { month: "long", year: "numeric" },
      year: { year: "numeric" },
      clock: { hour: "2-digit", minute: "2-digit" }
    } as const satisfies Record<MomentStyle, Intl.DateTimeFormatOptions>
    const zones = ["UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kolkata", "Pacific/Kiritimati"]
    const styles = Object.keys(asked) as ReadonlyArray<MomentStyle>
    const formatters = new Map<string, Intl.DateTimeFormat>()
    const expected = (style: MomentStyle, at: number, timeZone: string) => {
      const key = `${style} ${timeZone}`
      const known = formatters.get(key) ?? new Intl.DateTimeFormat("en-GB", { ...asked[style], timeZone })
      formatters.set(key, known)
      // A comma less, because more follows: "Tue 24 Nov 2026, 18:00 to 20:00".
      return known
        .format(at)
        .replace(/Sept\b/, "Sep")
        .replace(/^([A-Z][a-z]{2}), /, "$1 ")
    }
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: Date.UTC(2120, 0) }),
        fc.constantFrom(...styles),
        fc.constantFrom(...zones),
        (at, style, zone) => {
          expect(momentIn(style, at, zone)).toBe(expected(style, at, zone))
          if (zone === "UTC") expect(inUtc(style, at)).toBe(expected(style, at, zone))
        }
      ),
      { numRuns: 5_000 }
    )
  })

  it("show the reader's time next to UTC, with the day if it differs", () => {
    expect(besideUtc(Date.UTC(2026, 10, 24, 17, 0), "Europe/Berlin")).toBe(" (18:00 CET)")
    expect(besideUtc(Date.UTC(2026, 10, 24, 23, 30), "Europe/Berlin")).toBe(" (25 Nov 2026, 00:30 CET)")
    expect(besideUtc(Date.UTC(2026, 10, 24, 17, 0), "UTC")).toBe("")
  })

  it("keep the day's format in a hashed text", () => {
    expect(dayForHash(Date.UTC(2026, 8, 24))).toBe("24 Sept 2026")
    expect(dayForHash(Date.UTC(2026, 10, 24))).toBe("24 Nov 2026")
  })

  it("show the remaining time rounded down, with its two largest parts", () => {
    expect(relativeTime(NOW + 76 * H + 59 * 60_000, NOW)).toBe("in 3 days 4 h")
    expect(relativeTime(NOW - 25 * H, NOW)).toBe("1 day 1 h ago")
    expect(relativeTime(NOW - 24 * H, NOW)).toBe("1 day ago")
    expect(relativeTime(NOW + 2 * H + 5 * 60_000, NOW)).toBe("in 2 h 5 min")
    expect(spanInWords(2 * H)).toBe("2 h")
    expect(spanInWords(12 * 60_000 + 999)).toBe("12 min")
    expect(relativeTime(NOW, NOW)).toBe("just now")
    expect(relativeTime(NOW + 1, NOW)).toBe("in less than a minute")
  })

  it("show the year in a list only where it changes", () => {
    const [may, march, lastYear, before] = ["2026-05-02", "2026-03-01", "2025-12-31T22:30", "2025-01-04"].map((day) =>
      Date.parse(day.includes("T") ? `${day}Z` : `${day}T12:00Z`)
    ) as [number, number, number, number]
    const down = (style: "weekday" | "shortDay", zone: string, now: number) =>
      daysDownAList(style, [may, march, lastYear, before], now, zone)
    expect(down("shortDay", "UTC", may)).toEqual(["2 May", "1 Mar", "31 Dec 2025", "4 Jan"])
    // There it was already the new year.
    expect(down("shortDay", "Asia/Tokyo", may)).toEqual(["2 May", "1 Mar", "1 Jan", "4 Jan 2025"])
    expect(down("weekday", "UTC", Date.parse("2027-01-01T00:00Z"))[0]).toBe("Saturday 2 May 2026")
    expect(daysDownAList("shortDay", [], may, "UTC")).toEqual([])
  })
})
