import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { calendarFile } from "~/effects/activity/calendar/ics"

const NOW = Date.parse("2026-11-20T12:00:00Z")
const file = (words: string) =>
  calendarFile({
    name: "Commonhold",
    host: "commonhold.example",
    now: NOW,
    entries: [{ key: "vote-1", at: NOW + 3_600_000, words, url: "https://commonhold.example/x" }]
  })
const unfolded = (text: string) => text.replaceAll("\r\n ", "")

describe("calendarFile", () => {
  it("is readable by calendar programs (RFC 5545)", () => {
    const lines = file("Vote closes: tank; hoses, and more\nsoon").split("\r\n")
    assert.deepEqual(lines.slice(0, 2), ["BEGIN:VCALENDAR", "VERSION:2.0"])
    assert.include(lines, "UID:vote-1@commonhold.example")
    assert.include(lines, "DTSTART:20261120T130000Z")
    assert.include(lines, "SUMMARY:Vote closes: tank\\; hoses\\, and more\\nsoon")
    assert.deepEqual(lines.slice(-2), ["END:VCALENDAR", ""])
  })

  it("gives a date that takes time its end, and whole days no zone", () => {
    const entry = { key: "date-1", words: "Pruning", url: "https://commonhold.example/x" }
    const [at, until] = [Date.parse("2026-12-05T18:00:00Z"), Date.parse("2026-12-05T20:00:00Z")]
    const day = { at: Date.parse("2026-12-05"), until: Date.parse("2026-12-07"), isDays: true }
    const lines = (entries: Parameters<typeof calendarFile>[0]["entries"]) =>
      calendarFile({ name: "Commonhold", host: "commonhold.example", now: NOW, entries })
        .split("\r\n")
        .filter((line) => /^(DTSTART|DTEND|TRANSP)/.test(line))
    assert.deepEqual(lines([{ ...entry, at, until, isDays: false }]), [
      "DTSTART:20261205T180000Z",
      "DTEND:20261205T200000Z",
      "TRANSP:OPAQUE"
    ])
    // The end is not part of the event: 5 and 6 December.
    assert.deepEqual(lines([{ ...entry, ...day }]), [
      "DTSTART;VALUE=DATE:20261205",
      "DTEND;VALUE=DATE:20261207",
      "TRANSP:OPAQUE"
    ])
    assert.deepEqual(lines([{ ...entry, at }]), ["DTSTART:20261205T180000Z", "TRANSP:TRANSPARENT"])
  })

  it("keeps every line within 75 octets and every title on its own line, whatever it contains", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (words) => {
        const text = file(words)
        for (const line of text.split("\r\n")) assert.isAtMost(Buffer.byteLength(line), 75)
        assert.lengthOf(unfolded(text).match(/^SUMMARY:/gm) ?? [], 1)
        assert.lengthOf(unfolded(text).match(/^BEGIN:VEVENT\r$/gm) ?? [], 1)
        assert.isFalse(/[\r\n]/.test(text.replaceAll("\r\n", "")))
      })
    )
  })
})
