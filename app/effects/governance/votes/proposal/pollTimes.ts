/** Times of a poll for a date (docs/product/votes.md#a-poll-for-a-date): their form, their order, their names. Pure. */
import { daysInWords, rangeBesideUtc, rangeIn } from "~/effects/base/text/moments"
import { HOUR_MS } from "./lifeCycle"
import type { ProposalChoice } from "./Proposal"

const DAY_MS = 24 * HOUR_MS
/** How many times a poll has. */
export const LEAST_TIMES = 2
export const MOST_TIMES = 20
export const timesWanted = `Enter ${LEAST_TIMES} to ${MOST_TIMES} times.`
const LONGEST_DAYS = 31
/** How far ahead a time may be. */
const AHEAD_DAYS = 731

/** Two instants as ISO text in UTC, or the first and the last of whole days as "2026-12-24", which no zone moves. */
export interface PollTime {
  readonly start: string
  readonly end: string
}

const isDay = (text: string): boolean => text.length === "2026-12-24".length

export interface Span {
  /** Unix milliseconds; of a day its beginning in UTC. */
  readonly from: number
  /** When it is over. */
  readonly until: number
  readonly isDays: boolean
}

/** Null for a choice of another vote, which has neither. */
export const spanOf = ({ end, start }: Partial<PollTime>): Span | null => {
  if (start === undefined || end === undefined) return null
  const isDays = isDay(start)
  return { from: Date.parse(start), until: Date.parse(end) + (isDays ? DAY_MS : 0), isDays }
}

/** "Thu 24 Dec 2026, 18:00 to 20:00 UTC", "Thu 24 Dec 2026", "Thu 24 Dec 2026 to Sat 26 Dec 2026" */
export const timeLabel = (time: PollTime): string => {
  const [from, until] = [Date.parse(time.start), Date.parse(time.end)]
  return isDay(time.start) ? daysInWords(from, until + DAY_MS) : rangeIn(from, until, "UTC")
}

/** The same in a reader's zone, with UTC beside it: "Thu 24 Dec 2026, 19:00 to 21:00 CET (18:00 to 20:00 UTC)". */
export const timeWords = (time: PollTime, zone: string): string =>
  isDay(time.start) ? timeLabel(time) : rangeBesideUtc(Date.parse(time.start), Date.parse(time.end), zone)

/** By their start, then by their end. */
export const inOrder = (one: PollTime, other: PollTime): number => {
  const [first, second] = [one, other].map(({ end, start }) => `${start} ${end}`)
  return first === second ? 0 : String(first) < String(second) ? -1 : 1
}

/** The choices of a poll: the earliest first, since the earliest of equals wins. */
export const timeChoices = (times: ReadonlyArray<PollTime>): ReadonlyArray<ProposalChoice> =>
  [...times]
    .sort(inOrder)
    .map(({ end, start }, at) => ({ key: `c${at + 1}`, label: timeLabel({ start, end }), note: "", start, end }))

/** What is wrong with one time; undefined if nothing is. */
export const timeProblem = ({ end, start }: PollTime): string | undefined => {
  if (isDay(start) !== isDay(end)) return "it starts with a clock time and ends with a day, or the other way round."
  const [from, until] = [Date.parse(start), Date.parse(end)]
  if (isDay(start) ? until < from : until <= from) return "it ends before it starts."
  return until - from > LONGEST_DAYS * DAY_MS ? `it is longer than ${LONGEST_DAYS} days.` : undefined
}

/** Whether choices are times in the form in which a poll is published: in order, none twice, named by their time. */
export const areTimes = (choices: ReadonlyArray<ProposalChoice>): boolean =>
  choices.every(({ end, label, start }, at) => {
    if (start === undefined || end === undefined || timeProblem({ start, end }) !== undefined) return false
    const before = choices[at - 1]
    const isAfter =
      before?.start === undefined ||
      before.end === undefined ||
      (isDay(before.start) === isDay(start) && inOrder({ start: before.start, end: before.end }, { start, end }) < 0)
    return isAfter && label === timeLabel({ start, end })
  })

/** @param closesAt Unix milliseconds: a time that starts earlier could not be chosen before it begins. */
export const whenProblem = ({ start }: PollTime, closesAt: number, now: number): string | undefined => {
  const from = Date.parse(start)
  // Of days, today is not over yet.
  if (from + (isDay(start) ? DAY_MS : 0) <= now) return "it is in the past."
  if (from < closesAt) return "it starts before voting closes. Choose a later time, or a shorter voting time."
  return from > now + AHEAD_DAYS * DAY_MS ? "it is more than two years ahead." : undefined
}
