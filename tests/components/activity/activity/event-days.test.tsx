/** A list of events has headings for days only if they have several, and names the year where it changes. */
import { assert, describe, it } from "vitest"
import { EventDays, type EventLine } from "~/components/activity/activity/event-days"
import { markupOf } from "../../markup"

const NOW = Date.parse("2026-05-02T12:00Z")

const shown = (...times: ReadonlyArray<string>) => {
  const events = times.map(
    (time, index): EventLine => ({
      seq: times.length - index,
      at: Date.parse(`${time}Z`),
      actor: null,
      name: null,
      picture: null,
      type: "seriesOpened",
      target: "/",
      data: { code: "SUN-2027A" }
    })
  )
  return markupOf(<EventDays events={events} now={NOW} />)
}

describe("the days of events", () => {
  it("are headings of the list if they have several", () => {
    const page = shown("2026-05-02T11:00", "2026-05-02T09:00", "2026-05-02T08:00", "2025-12-31T08:00")
    assert.deepStrictEqual(
      [...page.matchAll(/<h2 class="h3">([^<]*)</g)].map(([, day]) => day?.trim()),
      ["Saturday 2 May", "Wednesday 31 December 2025"]
    )
    assert.include(page, ">11:00</time>")
  })

  it("are written in the lines if each has one event", () => {
    const page = shown("2026-05-01T11:00", "2026-04-20T09:00", "2025-12-31T08:00")
    assert.notInclude(page, "<h2")
    for (const day of ["1 May", "20 Apr", "31 Dec 2025"]) assert.include(page, `>${day}</time>`)
  })
})
