/** Calendars are read alike by two programs for RFC 5545 that know nothing of ours. */
import { FastCheck as fc } from "effect"
import ICAL from "ical.js"
import nodeIcal, { type CalendarResponse } from "node-ical"
import { assert, describe, test } from "vitest"
import { type CalendarEntry, calendarFile } from "~/effects/activity/calendar/ics"

const NOW = Date.parse("2026-11-20T12:00:00Z")
const HOST = "commonhold.example"

interface Read {
  readonly key: string
  readonly at: number
  readonly words: string
  readonly url: string
}

const byIcalJs = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents("vevent").map((component): Read => {
    const event = new ICAL.Event(component)
    const url = component.getFirstPropertyValue("url")
    const at = event.startDate.toUnixTime() * 1000
    return { key: event.uid, at, words: event.summary ?? "", url: String(url) }
  })
  return { name: String(calendar.getFirstPropertyValue("x-wr-calname")), events }
}

/** node-ical gives a property with parameters as an object. */
type Text = string | { readonly val: string }
const textOf = (value: Text): string => (typeof value === "string" ? value : value.val)

const nameIn = ({ vcalendar }: CalendarResponse): Text =>
  (vcalendar as { readonly "WR-CALNAME"?: Text } | undefined)?.["WR-CALNAME"] ?? ""

const byNodeIcal = (text: string) => {
  const calendar = nodeIcal.sync.parseICS(text)
  const events = Object.values(calendar).flatMap((part): ReadonlyArray<Read> => {
    if (part === undefined || part.type !== "VEVENT") return []
    const { start, summary = "", uid, url = "" } = part
    return [{ key: uid, at: start.getTime(), words: textOf(summary), url: String(url) }]
  })
  return { name: textOf(nameIn(calendar)), events }
}

/** What a calendar shows of a text: without control characters, and with one character for a line break. */
const shown = (text: string) => text.replace(/\r\n|\r/g, "\n").replace(/(?!\n)\p{Cc}/gu, " ")

const written = (name: string, entries: ReadonlyArray<CalendarEntry>) =>
  calendarFile({ name, host: HOST, now: NOW, entries })

const expected = ({ at, key, url, words }: CalendarEntry): Read => ({
  key: `${key}@${HOST}`,
  at,
  words: shown(words),
  url
})

describe("a calendar", () => {
  test("has the same events for ical.js and node-ical", () => {
    const entries = [
      "Vote closes: tank; hoses, and more\nsoon",
      'Quotes "here", a back\\slash',
      "語".repeat(60),
      "👩🏽‍🌾".repeat(20),
      ": = ; \\, \\;"
    ].map((words, n) => ({
      key: `vote-${n}`,
      at: NOW + n * 3_600_000,
      words,
      url: `https://${HOST}/explore/a/proposals/${n}?x=1,2;3#e`
    }))
    const text = written("Garden, tools; more · Commonhold", entries)
    const read = { name: "Garden, tools; more · Commonhold", events: entries.map(expected) }
    assert.deepStrictEqual(byIcalJs(text), read)
    assert.deepStrictEqual(byNodeIcal(text), read)
  })

  test("has dates that take time, and whole days that end with the last one", () => {
    const url = `https://${HOST}/x`
    const text = written("Commonhold", [
      { key: "date-1", at: NOW, until: NOW + 7_200_000, words: "Pruning", url },
      { key: "date-2", at: Date.parse("2026-12-05"), until: Date.parse("2026-12-07"), isDays: true, words: "Fair", url }
    ])
    const [timed, days] = new ICAL.Component(ICAL.parse(text))
      .getAllSubcomponents("vevent")
      .map((component) => new ICAL.Event(component))
    assert.strictEqual((timed?.endDate.toUnixTime() ?? 0) * 1000, NOW + 7_200_000)
    assert.deepStrictEqual(
      [days?.startDate.isDate, days?.startDate.toString(), days?.endDate.toString()],
      [true, "2026-12-05", "2026-12-07"]
    )
    const byNode = Object.values(nodeIcal.sync.parseICS(text)).flatMap((part) =>
      part?.type === "VEVENT" ? [part.datetype] : []
    )
    assert.deepStrictEqual(byNode, ["date-time", "date"])
  })

  test("keeps a backslash before an n, which node-ical 0.27.2 alone takes for a line break", () => {
    const entry = { key: "vote-1", at: NOW, words: "The folder C:\\new", url: `https://${HOST}/x` }
    assert.deepStrictEqual(byIcalJs(written("Commonhold", [entry])).events, [expected(entry)])
  })

  test("keeps any title, whatever it contains", () => {
    const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }).filter((text) => !/\\n/i.test(text))
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (titles) => {
        const entries = titles.map((title, n) => ({
          key: `bond-${n}`,
          at: NOW + n * 60_000,
          words: `“${title}” closes`,
          url: `https://${HOST}/x`
        }))
        const text = written("Commonhold", entries)
        const events = entries.map(expected)
        assert.deepStrictEqual(byIcalJs(text).events, events)
        assert.deepStrictEqual(byNodeIcal(text).events, events)
      }),
      { numRuns: 300 }
    )
  })
})
