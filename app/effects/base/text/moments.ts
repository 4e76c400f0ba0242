/** Moments and spans in words. Pure. */
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const styles = {
  /** "24 Nov 2026, 18:00" */
  moment: { dateStyle: "medium", timeStyle: "short" },
  /** "24 Nov 2026, 18:00 CET" */
  zoned: {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short"
  },
  /** "Tuesday 24 November" */
  weekday: { weekday: "long", day: "numeric", month: "long" },
  /** "24 Nov 2026" */
  day: { dateStyle: "medium" },
  /** "24 Nov" */
  shortDay: { day: "numeric", month: "short" },
  /** "Nov 2026" */
  month: { month: "short", year: "numeric" },
  /** "November 2026" */
  wholeMonth: { month: "long", year: "numeric" },
  /** "2026" */
  year: { year: "numeric" },
  /** "18:00" */
  clock: { hour: "2-digit", minute: "2-digit" }
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
export type MomentStyle = keyof typeof styles

/** The zone of the machine this runs on, which in a browser is the reader's: "Europe/Berlin". */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Making one costs far more than using it, and a page of fifty posts shows fifty moments in one zone. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** A moment in a zone, in one of the styles above. */
export const momentIn = (style: MomentStyle, at: number, zone: string): string => {
  const key = `${style} ${zone}`
  const known = formatters.get(key)
  const formatter = known ?? new Intl.DateTimeFormat("en-GB", { ...styles[style], timeZone: zone })
  if (known === undefined) formatters.set(key, formatter)
  return formatter.format(at)
}

/**
 * The days of entries in a list, each with its year only where that is another one than that of the entry above; for
 * the first, than the present.
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

/** A moment in UTC, in one of the styles above; the words "UTC" are not part of it. */
export const inUtc = (style: MomentStyle, at: number): string => momentIn(style, at, "UTC")

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
