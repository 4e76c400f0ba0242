/** Dates as a calendar file (RFC 5545). Pure. */
export interface CalendarEntry {
  /** Unique on this site, and the same each time the file is made. */
  readonly key: string
  /** Unix milliseconds. */
  readonly at: number
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
    ...entries.flatMap(({ at, key, url, words }) => [
      "BEGIN:VEVENT",
      `UID:${escaped(key)}@${host}`,
      `DTSTAMP:${moment(now)}`,
      `DTSTART:${moment(at)}`,
      `SUMMARY:${escaped(words)}`,
      `URL:${url}`,
      "TRANSP:TRANSPARENT",
      "END:VEVENT"
    ]),
    "END:VCALENDAR",
    ""
  ]
    .map(folded)
    .join("\r\n")
