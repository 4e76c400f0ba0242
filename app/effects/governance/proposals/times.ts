/**
 * Times of a poll for a date as its author types them: clock times in a named zone, or whole days in none
 * (docs/product/votes.md#a-poll-for-a-date). Pure; the page uses the same checks before the wallet opens, and loads
 * this file with its form: so nothing of Effect is imported here.
 */
import { clockTimeIn, isZone } from "~/effects/base/text/moments"
import type { ProposalChoice } from "~/effects/governance/votes/proposal/Proposal"
import {
  inOrder,
  LEAST_TIMES,
  MOST_TIMES,
  type PollTime,
  spanOf,
  timeProblem,
  timesWanted,
  whenProblem
} from "~/effects/governance/votes/proposal/pollTimes"
import type { ProposalValues, TimeValues } from "./values"

type Typed = Pick<ProposalValues, "times" | "timesAre" | "timeZone">

const LOCAL = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(:00)?$/
const DAY = /^\d{4}-\d\d-\d\d(?=T|$)/

const noZone = (name: string) => `“${name}” is not a time zone. Enter one such as Europe/Berlin, or UTC.`

/** A refusal in words; otherwise what was read. */
type Read<A> = { readonly problem: string } | { readonly value: A }

const DAY_MS = 86_400_000

/** When clocks in a zone show this time, the earlier first: where they change, never or twice. Unix milliseconds. */
const instantsOf = (zone: string, typed: string): ReadonlyArray<number> => {
  const inUtc = Date.parse(`${typed}Z`)
  const around = [inUtc - DAY_MS, inUtc + DAY_MS]
  const found = around.map((at) => inUtc - (Date.parse(`${clockTimeIn(at, zone)}Z`) - at))
  return [...new Set(found)].filter((at) => clockTimeIn(at, zone) === typed).sort((one, other) => one - other)
}

/** The instant of a clock time in a zone. One that is missing or there twice there, as clocks change, is refused. */
const instantIn = (zone: string, typed: string, end: string): Read<string> => {
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0] = (LOCAL.exec(typed) ?? []).slice(1, 6).map(Number)
  const isReal = new Date(Date.UTC(year, month - 1, day, hours, minutes)).toISOString().startsWith(typed.slice(0, 16))
  if (!LOCAL.test(typed) || !isReal) return { problem: `enter the day and the clock time of its ${end}.` }
  const [first, second] = instantsOf(zone, typed.slice(0, 16)).map((at) => new Date(at).toISOString())
  const clock = `${typed.slice(11, 16)} on ${typed.slice(0, 10)}`
  if (first === undefined)
    return { problem: `${clock} does not exist in ${zone}: the clocks go forward. Choose another time.` }
  if (second === undefined) return { value: first }
  const [one, other] = [first, second].map((at) => at.slice(11, 16))
  return { problem: `${clock} comes twice in ${zone}, at ${one} and ${other} UTC. Enter the times in UTC.` }
}

const dayOf = (typed: string, end: string): Read<string> => {
  const day = DAY.exec(typed)?.[0] ?? ""
  const at = Date.parse(day)
  const isReal = !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
  return day !== "" && isReal ? { value: day } : { problem: `enter the ${end === "end" ? "last" : "first"} day.` }
}

const timeOf = ({ end, start }: TimeValues, read: (typed: string, end: string) => Read<string>): Read<PollTime> => {
  const [from, until] = [read(start, "start"), read(end, "end")]
  if ("problem" in from) return from
  if ("problem" in until) return until
  const time = { start: from.value, end: until.value }
  const problem = timeProblem(time)
  return problem === undefined ? { value: time } : { problem }
}

interface TimesRead {
  readonly times: ReadonlyArray<PollTime>
  /** First message per field: `times` or `timeZone`. */
  readonly problems: Readonly<Record<string, string>>
}

const refuse = (field: "times" | "timeZone", problem: string): TimesRead => ({
  times: [],
  problems: { [field]: problem }
})

/** Reads one row, whose end may be left empty for a single whole day. */
export const readTime = ({ timeZone, timesAre }: Omit<Typed, "times">, row: TimeValues): Read<PollTime> => {
  if (timesAre === "days") return timeOf({ ...row, end: row.end === "" ? row.start : row.end }, dayOf)
  if (!isZone(timeZone)) return { problem: noZone(timeZone) }
  return timeOf(row, (typed, end) => instantIn(timeZone, typed, end))
}

/** Reads the rows that are not empty, in the order in which they were typed. */
export const readTimes = ({ timeZone, times, timesAre }: Typed): TimesRead => {
  const rows = times
    .map((row, at) => ({ ...row, number: at + 1 }))
    .filter(({ end, start }) => start !== "" || end !== "")
  if (rows.length < LEAST_TIMES || rows.length > MOST_TIMES) return refuse("times", timesWanted)
  if (timesAre === "clock" && !isZone(timeZone)) {
    return refuse("timeZone", noZone(timeZone))
  }
  const found: Array<PollTime & { readonly number: number }> = []
  for (const { number, ...row } of rows) {
    const read = readTime({ timeZone, timesAre }, row)
    if ("problem" in read) return refuse("times", `Time ${number}: ${read.problem}`)
    const same = found.find((other) => inOrder(other, read.value) === 0)
    if (same !== undefined) return refuse("times", `Times ${same.number} and ${number} are the same.`)
    found.push({ ...read.value, number })
  }
  return { times: found, problems: {} }
}

/** First message about when the times are, by the numbers of their rows. */
export const whenProblems = (typed: Typed, closesAt: number, now: number): Readonly<Record<string, string>> => {
  const { problems, times } = readTimes(typed)
  if (Object.keys(problems).length > 0 || Number.isNaN(closesAt)) return problems
  const numbers = typed.times.flatMap(({ end, start }, at) => (start !== "" || end !== "" ? [at + 1] : []))
  const wrong = times
    .map((time, at) => ({ number: numbers[at], problem: whenProblem(time, closesAt, now) }))
    .find(({ problem }) => problem !== undefined)
  return wrong === undefined ? {} : { times: `Time ${wrong.number}: ${wrong.problem}` }
}

/** The times of a published poll in UTC, since no zone is published; `timesIn` shows them in their author's. */
export const typedTimes = (choices: ReadonlyArray<ProposalChoice>): Typed => {
  const times = choices.flatMap(({ end, start }) => (start === undefined || end === undefined ? [] : [{ start, end }]))
  const timesAre = times.some((time) => spanOf(time)?.isDays === true) ? "days" : "clock"
  return {
    timesAre,
    timeZone: "UTC",
    times: times.map(({ end, start }) => ({ start: start.slice(0, 16), end: end.slice(0, 16) }))
  }
}

/**
 * The same moments as clocks in another zone show them; in the zone they are in if one of them comes twice there, since it
 * could not be read again. Whole days stay.
 */
export const timesIn = (typed: Typed, timeZone: string): Typed => {
  if (typed.timesAre === "days") return { ...typed, timeZone }
  const { times } = readTimes(typed)
  const shown = times.map(({ end, start }) => ({
    start: clockTimeIn(Date.parse(start), timeZone),
    end: clockTimeIn(Date.parse(end), timeZone)
  }))
  const again = readTimes({ timesAre: "clock", timeZone, times: shown }).times
  const isSame =
    again.length > 0 && again.every((time, at) => time.start === times[at]?.start && time.end === times[at].end)
  return isSame ? { timesAre: "clock", timeZone, times: shown } : typed
}
