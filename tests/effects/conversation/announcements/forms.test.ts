import { Either } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { checkForm } from "~/effects/base/remix/form"
import {
  IMPORTANT_MAX,
  IMPORTANT_WINDOW_MS,
  importantFrom
} from "~/effects/conversation/announcements/Announcements.server"
import {
  AHEAD_MS,
  AnnouncementForm,
  checkPublishing,
  instantOf,
  wrongTimes
} from "~/effects/conversation/announcements/forms"

const NOW = Date.UTC(2026, 10, 20)
const form = {
  id: "abcdefgh2345",
  title: "Water is off on Friday",
  body: "From nine to noon.",
  importance: "normal",
  pinUntil: "",
  when: "now",
  publishAt: "",
  offset: "60"
}
const wrong = (change: object) =>
  Either.getOrElse(Either.flip(checkForm(AnnouncementForm, { ...form, ...change })), () => ({}))

describe("the form of an announcement", () => {
  it("keeps the text letter by letter, except for line endings", () => {
    const body = "  two\r\nlines \rand a third\n"
    expect(Either.getOrThrow(checkForm(AnnouncementForm, { ...form, body })).body).toBe("  two\nlines \nand a third\n")
  })

  it("reports the limits by field", () => {
    expect(wrong({ title: " Hey " })).toEqual({ title: "Title: 5 to 140 characters." })
    expect(wrong({ title: "x".repeat(141) })).toEqual({ title: "Title: 5 to 140 characters." })
    expect(wrong({ body: " \n " })).toEqual({ body: "Please write something." })
    expect(wrong({ body: "x".repeat(10_001) })).toEqual({ body: "Text: at most 10,000 characters." })
    expect(
      Object.keys(wrong({ importance: "huge", when: "never", publishAt: "soon", offset: "x", id: "../" })).sort()
    ).toEqual(["id", "importance", "offset", "publishAt", "when"])
  })

  it("requires the time of a scheduled one, next to its field and together with other errors", () => {
    const published = (change: object) =>
      Either.getOrElse(Either.flip(checkPublishing({ ...form, ...change })), () => ({}))
    const NO_TIME = "Please give a date and a time."
    expect(published({ when: "later" })).toEqual({ publishAt: NO_TIME })
    expect(published({ when: "later", title: "Hey" })).toEqual({
      publishAt: NO_TIME,
      title: "Title: 5 to 140 characters."
    })
    expect(published({ when: "later", publishAt: "2026-11-21T01:00" })).toEqual({})
    expect(published({ when: "now" })).toEqual({})
    // A draft is saved without it.
    expect(wrong({ when: "later" })).toEqual({})
  })

  it("reads local times with their offset", () => {
    expect(instantOf("2026-11-20T01:00", 60)).toBe(NOW)
    expect(instantOf("2026-11-19T14:30", -570)).toBe(NOW)
    expect(instantOf("", 60)).toBeNull()
  })

  it("accepts future times within 90 days", () => {
    const at = (publishAt: number | null, pinnedUntil: number | null = null) =>
      wrongTimes({ publishAt, pinnedUntil }, NOW)
    expect(at(null)).toEqual({})
    expect(at(NOW + 1)).toEqual({})
    expect(at(NOW)).toEqual({ publishAt: "Choose a time in the future." })
    expect(at(NOW + AHEAD_MS + 1)).toEqual({ publishAt: "Choose a time within 90 days." })
    expect(at(NOW + 2, NOW + 2)).toEqual({ pinUntil: "Choose a time in the future." })
    expect(at(null, NOW + AHEAD_MS + 1)).toEqual({ pinUntil: "Choose a time within 90 days." })
  })
})

describe("the limit of two important ones in seven days", () => {
  const DAY = 24 * 3_600_000

  it("lets the third wait until the first is seven days old", () => {
    expect(importantFrom([NOW - 2 * DAY], NOW)).toBe(NOW)
    expect(importantFrom([NOW - 2 * DAY, NOW - DAY], NOW)).toBe(NOW + 5 * DAY)
    expect(importantFrom([NOW - 7 * DAY, NOW - DAY], NOW)).toBe(NOW)
    expect(importantFrom([NOW + DAY, NOW + 2 * DAY], NOW)).toBe(NOW + 8 * DAY) // scheduled ones count too
  })

  it("never lets seven days contain three, and never waits longer than it must", () => {
    const hours = fc.integer({ min: -400, max: 400 }).map((hour) => NOW + hour * 3_600_000)
    fc.assert(
      fc.property(fc.array(hours, { maxLength: 12 }), hours, (requested, wanted) => {
        const times: Array<number> = []
        for (const wish of [...requested, wanted]) times.push(importantFrom(times, wish))
        const sorted = [...times].sort((one, other) => one - other)
        for (const [index, from] of sorted.entries()) {
          const third = sorted[index + IMPORTANT_MAX]
          if (third !== undefined) expect(third - from).toBeGreaterThanOrEqual(IMPORTANT_WINDOW_MS)
        }
        const last = times.pop() ?? 0
        if (last > wanted) expect(importantFrom(times, last - 1)).toBe(last)
      })
    )
  })
})
