/** Formats times and durations. Pure. */
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const MONTHS = "January February March April May June July August September October November December".split(" ")
const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ")
const two = (n: number): string => String(n).padStart(2, "0")

/** The time zone of this machine, which in a browser is the reader's: "Europe/Berlin". */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The parts of a time in a zone. */
interface Parts {
  readonly year: string
  /** Without leading zeros, like the day. */
  readonly month: string
  readonly day: string
  readonly weekday: string
  readonly hour: string
  readonly minute: string
  readonly timeZoneName: string
}

/** Without `Intl`: the first date that a browser formats blocks a slow phone for a hundred milliseconds. */
const partsInUtc = (at: number): Parts => {
  const date = new Date(at)
  return {
    year: String(date.getUTCFullYear()),
    month: String(date.getUTCMonth() + 1),
    day: String(date.getUTCDate()),
    weekday: WEEKDAYS[date.getUTCDay()] ?? "",
    hour: two(date.getUTCHours()),
    minute: two(date.getUTCMinutes()),
    timeZoneName: "UTC"
  }
}

/**
 * Cached, because creating a formatter costs far more than using it, and a page of fifty posts shows fifty times in one
 * zone.
 */
const formatters = new Map<string, Intl.DateTimeFormat>()

const partsIn = (at: number, zone: string): Parts => {
  if (zone === "UTC") return partsInUtc(at)
  const known = formatters.get(zone)
  const formatter =
    known ??
    new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      year: "numeric",
      month: "numeric",
      day: "numeric",
      weekday: "long",
      hour: "2-digit",
      minute: "2-digit",
      timeZoneName: "short"
    })
  if (known === undefined) formatters.set(zone, formatter)
  // One formatter of each kind, created when needed.
  const parts = Object.fromEntries(
    formatter.formatToParts(at).map(({ type, value }) => [type, value])
  ) as unknown as Parts
  // British English writes the day with two digits next to a numeric month.
  return { ...parts, day: String(Number(parts.day)) }
}

/** True for a known time zone such as "Europe/Berlin". */
export const isZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** What a clock in a zone shows, as forms write it: "2026-12-24T18:00". */
export const clockTimeIn = (at: number, zone: string): string => {
  const { day, hour, minute, month, year } = partsIn(at, zone)
  return `${year.padStart(4, "0")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T${hour}:${minute}`
}

const wholeMonth = ({ month }: Parts) => MONTHS[Number(month) - 1] ?? ""
const shortMonth = (parts: Parts) => wholeMonth(parts).slice(0, 3)
const day = (parts: Parts) => `${parts.day} ${shortMonth(parts)} ${parts.year}`
const clock = ({ hour, minute }: Parts) => `${hour}:${minute}`
const moment = (parts: Parts) => `${day(parts)}, ${clock(parts)}`

const styles = {
  /** "24 Nov 2026, 18:00" */
  moment,
  /** "24 Nov 2026, 18:00 CET" */
  zoned: (parts: Parts) => `${moment(parts)} ${parts.timeZoneName}`,
  /** "Tuesday 24 November" */
  weekday: (parts: Parts) => `${parts.weekday} ${parts.day} ${wholeMonth(parts)}`,
  /** "24 Nov 2026" */
  day,
  /** "Tue 24 Nov 2026" */
  dated: (parts: Parts) => `${parts.weekday.slice(0, 3)} ${day(parts)}`,
  /** "Tue 24 Nov, 18:00" */
  datedClock: (parts: Parts) => `${parts.weekday.slice(0, 3)} ${parts.day} ${shortMonth(parts)}, ${clock(parts)}`,
  /** "24 Nov" */
  shortDay: (parts: Parts) => `${parts.day} ${shortMonth(parts)}`,
  /** "Nov 2026" */
  month: (parts: Parts) => `${shortMonth(parts)} ${parts.year}`,
  /** "November 2026" */
  wholeMonth: (parts: Parts) => `${wholeMonth(parts)} ${parts.year}`,
  /** "2026" */
  year: ({ year }: Parts) => year,
  /** "18:00" */
  clock
}
export type MomentStyle = keyof typeof styles

/** A time in a zone, in one of the styles above. */
export const momentIn = (style: MomentStyle, at: number, zone: string): string => styles[style](partsIn(at, zone))

/**
 * Days of entries in a list, each with its year only if that differs from the entry above, or for the first from the
 * current year.
 */
export const daysDownAList = (
  style: "weekday" | "shortDay",
  times: ReadonlyArray<number>,
  now: number,
  zone: string
): ReadonlyArray<string> =>
  times.map((at, index) => {
    const [year, above] = [at, times[index - 1] ?? now].map((each) => momentIn("year", each, zone))
    return `${momentIn(style, at, zone)}${year === above ? "" : ` ${year}`}`
  })

/** A time in UTC, in one of the styles above; only the zoned style includes the word "UTC". */
export const inUtc = (style: MomentStyle, at: number): string => momentIn(style, at, "UTC")

/**
 * The day in a text that is hashed: budgets and bond votes are found by such a hash, so it keeps the spelling of the
 * first ones, September with four letters.
 */
export const dayForHash = (at: number): string => inUtc("day", at).replace(" Sep ", " Sept ")

/** " (18:00 CET)" after a time in UTC, with the day if it differs there; empty in UTC. */
export const besideUtc = (at: number, zone: string): string => {
  if (zone === "UTC") return ""
  const zoned = momentIn("zoned", at, zone)
  const isSameDay = momentIn("day", at, zone) === inUtc("day", at)
  return ` (${isSameDay ? zoned.slice(zoned.indexOf(", ") + 2) : zoned})`
}

/** "Tue 24 Nov 2026, 18:00 to 20:00 CET"; the day and the zone's name of both ends if they differ. */
export const rangeIn = (from: number, until: number, zone: string): string => {
  const [start, end] = [partsIn(from, zone), partsIn(until, zone)]
  const startZone = start.timeZoneName === end.timeZoneName ? "" : ` ${start.timeZoneName}`
  const endDay = styles.dated(start) === styles.dated(end) ? "" : `${styles.dated(end)}, `
  return `${styles.dated(start)}, ${clock(start)}${startZone} to ${endDay}${clock(end)} ${end.timeZoneName}`
}

/** The same with UTC beside it: "Tue 24 Nov 2026, 18:00 to 20:00 CET (17:00 to 19:00 UTC)"; once if the zone is UTC. */
export const rangeBesideUtc = (from: number, until: number, zone: string): string => {
  const own = rangeIn(from, until, zone)
  if (zone === "UTC") return own
  const utc = rangeIn(from, until, "UTC")
  const ownDay = `${momentIn("dated", from, zone)}, `
  const isOneDay = momentIn("dated", until, zone) === momentIn("dated", from, zone)
  const isSameDay = utc.startsWith(ownDay) && isOneDay && !utc.slice(ownDay.length).includes(",")
  return `${own} (${isSameDay ? utc.slice(ownDay.length) : utc})`
}

/** "Thu 24 Dec 2026 to Sat 26 Dec 2026": whole days from the beginning of the first to the end of the last, in UTC. */
export const daysInWords = (from: number, until: number): string => {
  const [first, last] = [inUtc("dated", from), inUtc("dated", until - DAY)]
  return first === last ? first : `${first} to ${last}`
}

/** "24 Nov 2026, 18:00" in a zone. */
export const absoluteTime = (at: number, zone: string): string => momentIn("moment", at, zone)

const count = (n: number, word: string) => `${n} ${word}${n === 1 ? "" : "s"}`

/** "3 days 4 h", "2 h 5 min", "12 min": the two largest parts, rounded down. */
export const spanInWords = (ms: number): string => {
  const days = Math.floor(ms / DAY)
  const hours = Math.floor((ms % DAY) / HOUR)
  const minutes = Math.floor((ms % HOUR) / MINUTE)
  if (days > 0) return hours === 0 ? count(days, "day") : `${count(days, "day")} ${hours} h`
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`
  return `${minutes} min`
}

/** "in 3 days 4 h", "2 h ago", "just now". */
export const relativeTime = (at: number, now: number): string => {
  const distance = Math.abs(at - now)
  if (distance < MINUTE) return at > now ? "in less than a minute" : "just now"
  return at > now ? `in ${spanInWords(distance)}` : `${spanInWords(distance)} ago`
}
