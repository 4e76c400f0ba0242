/** The times of a poll for a date as they are typed: zones, changes of clocks, whole days, and refusals in words. */
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { templates } from "~/effects/communities/communities/templates"
import {
  emptyValues,
  proposalProblems,
  readProposal,
  readProposalFields,
  textOfValues,
  valuesOf
} from "~/effects/governance/proposals/forms"
import { readTimes, timesIn } from "~/effects/governance/proposals/times"
import type { ProposalValues } from "~/effects/governance/proposals/values"
import { areTimes, spanOf, timeLabel, timeWords } from "~/effects/governance/votes/proposal/pollTimes"

const settings = { ...templates.club.governance, reviewHours: 0 }
const NOW = Date.parse("2027-03-20T12:00:00Z")
const row = (start: string, end: string) => ({ start, end })
const typed = (changes: Partial<ProposalValues>): ProposalValues => ({
  ...emptyValues(settings),
  title: "When do we prune?",
  body: "Two hours with ladders and saws. Say for each time whether you can come.",
  voteType: "dates",
  timeZone: "Europe/Berlin",
  ...changes
})
const times = (zone: string, ...rows: ReadonlyArray<{ start: string; end: string }>) =>
  readTimes({ timesAre: "clock", timeZone: zone, times: rows })
const evening = row("2027-03-27T18:00", "2027-03-27T20:00")
const dayAfter = row("2027-03-28T18:00", "2027-03-28T20:00")

describe("times with clocks", () => {
  it("are instants: the same clock time an hour earlier in UTC once summer time begins", () => {
    const { problems, times: read } = times("Europe/Berlin", evening, dayAfter)
    assert.deepStrictEqual(problems, {})
    assert.deepStrictEqual(
      read.map(({ end, start }) => [start, end]),
      [
        ["2027-03-27T17:00:00.000Z", "2027-03-27T19:00:00.000Z"],
        ["2027-03-28T16:00:00.000Z", "2027-03-28T18:00:00.000Z"]
      ]
    )
  })

  it("are shown in the reader's zone with UTC beside it, and with both days and zone names where they differ", () => {
    const time = { start: "2027-03-27T23:30:00.000Z", end: "2027-03-28T01:30:00.000Z" }
    const shown = (zone: string) => timeWords(time, zone)
    assert.strictEqual(timeLabel(time), "Sat 27 Mar 2027, 23:30 to Sun 28 Mar 2027, 01:30 UTC")
    assert.strictEqual(shown("UTC"), timeLabel(time))
    assert.strictEqual(shown("Europe/Berlin"), `Sun 28 Mar 2027, 00:30 CET to 03:30 CEST (${timeLabel(time)})`)
    assert.strictEqual(
      timeWords({ start: "2027-03-27T17:00:00.000Z", end: "2027-03-27T19:00:00.000Z" }, "Asia/Kolkata"),
      "Sat 27 Mar 2027, 22:30 to Sun 28 Mar 2027, 00:30 GMT+5:30 (Sat 27 Mar 2027, 17:00 to 19:00 UTC)"
    )
    assert.strictEqual(
      timeWords({ start: "2027-03-27T17:00:00.000Z", end: "2027-03-27T19:00:00.000Z" }, "Europe/Berlin"),
      "Sat 27 Mar 2027, 18:00 to 20:00 CET (17:00 to 19:00 UTC)"
    )
  })

  it("ask about a clock time that comes twice, and refuse one that does not exist", () => {
    const twice = times("Europe/Berlin", evening, row("2027-10-31T02:30", "2027-10-31T05:00"))
    assert.strictEqual(
      twice.problems.times,
      "Time 2: 02:30 on 2027-10-31 comes twice in Europe/Berlin, at 00:30 and 01:30 UTC. Enter the times in UTC."
    )
    const never = times("Europe/Berlin", row("2027-03-28T02:30", "2027-03-28T05:00"), evening)
    assert.strictEqual(
      never.problems.times,
      "Time 1: 02:30 on 2027-03-28 does not exist in Europe/Berlin: the clocks go forward. Choose another time."
    )
  })

  it("are read in a zone that exists, and every refusal names its row", () => {
    const refused = (...rows: ReadonlyArray<{ start: string; end: string }>) => times("UTC", ...rows).problems.times
    assert.deepStrictEqual(times("Europe/Berln", evening, dayAfter).problems, {
      timeZone: "“Europe/Berln” is not a time zone. Enter one such as Europe/Berlin, or UTC."
    })
    assert.strictEqual(refused(evening), "Enter 2 to 20 times.")
    assert.strictEqual(
      refused(...Array.from({ length: 21 }, (_, day) => row(`2027-04-${10 + day}T18:00`, `2027-04-${10 + day}T20:00`))),
      "Enter 2 to 20 times."
    )
    assert.strictEqual(refused(evening, dayAfter, evening), "Times 1 and 3 are the same.")
    assert.strictEqual(refused(evening, row(dayAfter.end, dayAfter.start)), "Time 2: it ends before it starts.")
    assert.strictEqual(refused(evening, row(dayAfter.start, dayAfter.start)), "Time 2: it ends before it starts.")
    assert.strictEqual(
      refused(evening, row(dayAfter.start, "")),
      "Time 2: enter the day and the clock time of its end."
    )
    for (const odd of ["2027-02-30T18:00", "tomorrow", "2027-03-27 18:00", "2027-03-27T24:00"]) {
      assert.strictEqual(
        refused(row(odd, "2027-04-01T18:00"), evening),
        "Time 1: enter the day and the clock time of its start."
      )
    }
    assert.strictEqual(
      refused(evening, row("2027-04-01T18:00", "2027-05-03T18:00")),
      "Time 2: it is longer than 31 days."
    )
    // Rows that are empty count for nothing, but keep their number.
    assert.strictEqual(refused(row("", ""), evening, dayAfter, evening), "Times 2 and 4 are the same.")
  })
})

describe("whole days", () => {
  it("belong to no zone and are never moved", () => {
    const days = readTimes({
      timesAre: "days",
      timeZone: "Pacific/Kiritimati",
      times: [row("2027-04-03", ""), row("2027-03-28T18:00", "2027-03-29")]
    })
    assert.deepStrictEqual(
      days.times.map(({ end, start }) => [start, end]),
      [
        ["2027-04-03", "2027-04-03"],
        ["2027-03-28", "2027-03-29"]
      ]
    )
    const [one] = days.times
    if (one === undefined) throw new Error("two days")
    for (const zone of ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"]) {
      assert.strictEqual(timeWords(one, zone), "Sat 3 Apr 2027")
    }
    assert.strictEqual(timeLabel({ start: "2027-03-28", end: "2027-03-29" }), "Sun 28 Mar 2027 to Mon 29 Mar 2027")
    assert.deepStrictEqual(spanOf(one), {
      from: Date.parse("2027-04-03"),
      until: Date.parse("2027-04-04"),
      isDays: true
    })
  })
  it("end on the last day, not before the first", () => {
    const read = (end: string) =>
      readTimes({ timesAre: "days", timeZone: "", times: [row("2027-04-03", end), row("2027-04-09", "")] }).problems
    assert.deepStrictEqual(read("2027-04-02"), { times: "Time 1: it ends before it starts." })
    assert.deepStrictEqual(read("2027-04-31"), { times: "Time 1: enter the last day." })
  })
})

describe("times that are edited", () => {
  const NEXT_YEARS = { min: new Date("2027-03-25T00:00Z"), max: new Date("2028-12-31T00:00Z") }
  /** Published as the given instants, and as the form of a new version shows them in a zone. */
  const edited = (zone: string, ...instants: ReadonlyArray<readonly [start: string, end: string]>) => {
    const inUtc = instants.map(([start, end]) => row(start.slice(0, 16), end.slice(0, 16)))
    const { choices } = textOfValues(typed({ timeZone: "UTC", times: inUtc }), NOW)
    const published = valuesOf({ ...textOfValues(typed({}), NOW), choices }, settings)
    const form = { ...published, ...timesIn(published, zone) }
    assert.deepStrictEqual(textOfValues(form, NOW).choices, choices, "the same moments if nothing is changed")
    return { zone: form.timeZone, times: form.times }
  }
  const beforeSummer = ["2027-03-27T17:00Z", "2027-03-27T19:00Z"] as const
  const inSummer = ["2027-03-28T16:00Z", "2027-03-28T18:00Z"] as const

  it("are shown by their author's clock, before and after clocks change, which is where they were typed", () => {
    assert.deepStrictEqual(edited("Europe/Berlin", beforeSummer, inSummer), {
      zone: "Europe/Berlin",
      times: [evening, dayAfter]
    })
    assert.deepStrictEqual(edited("Asia/Kolkata", beforeSummer, inSummer), {
      zone: "Asia/Kolkata",
      times: [row("2027-03-27T22:30", "2027-03-28T00:30"), row("2027-03-28T21:30", "2027-03-28T23:30")]
    })
    const overnight = ["2027-03-27T23:30Z", "2027-03-28T02:30Z"] as const
    assert.deepStrictEqual(edited("Europe/Berlin", overnight, inSummer).times[0], {
      start: "2027-03-28T00:30",
      end: "2027-03-28T04:30"
    })
  })

  it("stay in UTC, all of them, if the author's clock shows one of them twice", () => {
    const twice = ["2027-10-31T00:30Z", "2027-10-31T03:00Z"] as const
    assert.deepStrictEqual(edited("Europe/Berlin", beforeSummer, twice), {
      zone: "UTC",
      times: [row("2027-03-27T17:00", "2027-03-27T19:00"), row("2027-10-31T00:30", "2027-10-31T03:00")]
    })
    assert.strictEqual(edited("Asia/Kolkata", beforeSummer, twice).zone, "Asia/Kolkata")
  })

  it("are the same moments in any zone, whenever its clocks change", () => {
    const zones = ["America/New_York", "Australia/Lord_Howe", "Europe/Berlin", "Pacific/Chatham", "America/Santiago"]
    const length = fc.integer({ min: 1, max: 1_440 })
    const time = fc.tuple(fc.date({ ...NEXT_YEARS, noInvalidDate: true }), length).map(([from, minutes]) => {
      const start = Math.floor(from.getTime() / 60_000) * 60_000
      return [new Date(start).toISOString(), new Date(start + minutes * 60_000).toISOString()] as const
    })
    const times = fc.uniqueArray(time, { minLength: 2, maxLength: 4, selector: ([start]) => start })
    fc.assert(fc.property(fc.constantFrom(...zones), times, (zone, some) => void edited(zone, ...some)))
  })

  it("are whole days as they were", () => {
    const days = { timesAre: "days", timeZone: "UTC", times: [row("2027-04-03", "2027-04-03")] } as const
    assert.deepStrictEqual(timesIn(days, "Pacific/Kiritimati"), { ...days, timeZone: "Pacific/Kiritimati" })
  })

  it("are those of a draft as they were typed, in the zone in which they were typed", () => {
    const draft = typed({ timeZone: "Pacific/Chatham", times: [evening, dayAfter] })
    assert.deepStrictEqual(readProposalFields(JSON.parse(JSON.stringify(draft)), settings), draft)
  })
})

describe("the form of a poll for a date", () => {
  const problems = (changes: Partial<ProposalValues>) => proposalProblems(typed(changes), settings, NOW)
  const { periodHours } = settings.kinds.decision

  it("makes choices in the order of their times, each named by it", () => {
    const values = typed({
      times: [row("2027-04-20T18:00", "2027-04-20T20:00"), row("2027-04-10T09:00", "2027-04-10T11:00")]
    })
    assert.deepStrictEqual(proposalProblems(values, settings, NOW), {})
    const { choices } = textOfValues(values, NOW)
    assert.deepStrictEqual(choices, [
      {
        key: "c1",
        label: "Sat 10 Apr 2027, 07:00 to 09:00 UTC",
        note: "",
        start: "2027-04-10T07:00:00.000Z",
        end: "2027-04-10T09:00:00.000Z"
      },
      {
        key: "c2",
        label: "Tue 20 Apr 2027, 16:00 to 18:00 UTC",
        note: "",
        start: "2027-04-20T16:00:00.000Z",
        end: "2027-04-20T18:00:00.000Z"
      }
    ])
    assert.isTrue(areTimes(choices))
    // Without a zone known they are edited in UTC, and give the same choices again.
    const again = valuesOf(textOfValues(values, NOW), settings)
    assert.strictEqual(again.timeZone, "UTC")
    assert.deepStrictEqual(textOfValues(again, NOW).choices, choices)
  })

  it("refuses times that are over, begin before the close, or are too far ahead", () => {
    const near = new Date(NOW + (periodHours - 2) * 3_600_000).toISOString().slice(0, 10)
    const far = row("2027-04-10T09:00", "2027-04-10T11:00")
    assert.deepStrictEqual(problems({ times: [far, row("2027-03-19T09:00", "2027-03-19T11:00")] }), {
      times: "Time 2: it is in the past."
    })
    assert.deepStrictEqual(problems({ times: [far, row(`${near}T00:00`, `${near}T01:00`)] }), {
      times: "Time 2: it starts before voting closes. Choose a later time, or a shorter voting time."
    })
    assert.deepStrictEqual(problems({ times: [far, row("2029-04-10T09:00", "2029-04-10T11:00")] }), {
      times: "Time 2: it is more than two years ahead."
    })
    assert.deepStrictEqual(problems({ timesAre: "days", times: [row("2027-04-10", ""), row("2027-03-20", "")] }), {
      times: "Time 2: it starts before voting closes. Choose a later time, or a shorter voting time."
    })
  })

  it("keeps what was typed, whatever is wrong with it", () => {
    const form = new FormData()
    for (const [name, value] of [
      ["voteType", "dates"],
      ["timesAre", "clock"],
      ["timeZone", " Nowhere/Land "],
      ["timeStart", "2027-04-10T09:00"],
      ["timeEnd", ""],
      ["timeStart", ""],
      ["timeEnd", "soon"]
    ] as const)
      form.append(name, value)
    const { timeZone, times: rows, timesAre, voteType } = readProposal(form, settings)
    assert.deepStrictEqual(
      { timeZone, rows, timesAre, voteType },
      {
        timeZone: "Nowhere/Land",
        rows: [row("2027-04-10T09:00", ""), row("", "soon")],
        timesAre: "clock",
        voteType: "dates"
      }
    )
  })

  it("never fails on any text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ start: fc.string(), end: fc.string() }), { maxLength: 4 }),
        fc.string(),
        fc.constantFrom("clock" as const, "days" as const),
        (rows, timeZone, timesAre) => {
          assert.isNotEmpty(problems({ times: rows, timeZone, timesAre }))
        }
      )
    )
  })
})
