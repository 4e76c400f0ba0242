/** Dates as a calendar file (RFC 5545). Pure. */
export interface CalendarEntry {
  /** Unique on this site, and the same each time the file is made. */
  readonly key: string
  /** Unix milliseconds. */
  readonly at: number
  /** When it is over, if it takes time; of whole days the beginning of the day after, in UTC. */
  readonly until?: number | undefined
  /** Whole days in UTC, which calendars show as days in every zone. */
  readonly isDays?: boolean | undefined
  /** It does not take place. Calendars that have it show it as cancelled. */
  readonly isCalledOff?: boolean | undefined
  readonly words: string
  /** A complete address. */
  readonly url: string
}

interface Calendar {
  readonly name: string
  readonly host: string
  /** When the file was made, in Unix milliseconds. */
  readonly now: number
  readonly entries: ReadonlyArray<CalendarEntry>
}

/** RFC 5545 §3.3.11. Control characters are not allowed in text. */
const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replace(/\r\n|\r|\n/g, "\\n")
    .replace(/\p{Cc}/gu, " ")

/** "20261124T180000Z" */
const moment = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, "")

/** Start and end. RFC 5545 §3.6.1: the end is not part of the event, so the last day ends with the next. */
const when = ({ at, isDays = false, until }: CalendarEntry): ReadonlyArray<string> => {
  const write = (name: string, time: number) =>
    isDays ? `${name};VALUE=DATE:${moment(time).slice(0, 8)}` : `${name}:${moment(time)}`
  return [write("DTSTART", at), ...(until === undefined ? [] : [write("DTEND", until)])]
}

const encoder = new TextEncoder()
const OCTETS = 75 // RFC 5545 §3.1

/** Folds a long line between characters; each continuation begins with a space, which counts. */
const folded = (line: string): string => {
  const parts: Array<string> = []
  let part = ""
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > OCTETS) {
      parts.push(part)
      part = " "
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join("\r\n")
}

export const calendarFile = ({ entries, host, name, now }: Calendar): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escaped(host)}//calendar//EN`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    // Without its type, some programs show the name with backslashes, because the property is not in the standard.
    `X-WR-CALNAME;VALUE=TEXT:${escaped(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ...entries.flatMap((entry) => [
      "BEGIN:VEVENT",
      `UID:${escaped(entry.key)}@${host}`,
      `DTSTAMP:${moment(now)}`,
      ...when(entry),
      `SUMMARY:${escaped(entry.words)}`,
      `URL:${entry.url}`,
      // RFC 5545 §3.8.7.4: the number grows when an event is changed; without one it is 0.
      ...(entry.isCalledOff === true ? ["SEQUENCE:1", "STATUS:CANCELLED"] : []),
      // A deadline takes no time; a meeting does.
      `TRANSP:${entry.until === undefined || entry.isCalledOff === true ? "TRANSPARENT" : "OPAQUE"}`,
      "END:VEVENT"
    ]),
    "END:VCALENDAR",
    ""
  ]
    .map(folded)
    .join("\r\n")
