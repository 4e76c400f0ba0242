/**
 * A moment: "24 Nov 2026, 18:00 (Europe/Berlin), in 3 days 4 h". The server writes UTC, which remains without
 * JavaScript; the browser converts it to its own zone on hydration.
 */
import { useSyncExternalStore } from "react"
import {
  absoluteTime,
  besideUtc,
  inUtc,
  momentIn,
  ownZone,
  rangeBesideUtc,
  relativeTime
} from "~/effects/base/text/moments"

type Props = {
  /** Unix milliseconds. */
  readonly at: number
  /** The server's clock when the page was rendered, for the relative part. */
  readonly now: number
  /** Short: the zone's abbreviation ("CET", "GMT+5:30"), with the full name in the title, and no relative part. */
  readonly short?: boolean
}

const never = () => () => {}
const utc = () => "UTC"

/** The browser's zone; UTC on the server and during hydration, so that both render the same. */
export const useZone = (): string => useSyncExternalStore(never, ownZone, utc)

export function TimePair({ at, now, short = false }: Props) {
  const zone = useZone()
  const words = short ? momentIn("zoned", at, zone) : `${absoluteTime(at, zone)} (${zone}), ${relativeTime(at, now)}`
  return (
    // Before hydration a script has already converted it to the reader's zone (components/shell/dress.ts), so it
    // differs from the server's text.
    <time
      dateTime={new Date(at).toISOString()}
      title={short ? `${zone}, ${relativeTime(at, now)}` : undefined}
      data-zoned=""
      suppressHydrationWarning
    >
      {words}
    </time>
  )
}

/** A moment that a rule defines in UTC, followed by the reader's time: "30 Nov 2026, 00:00 UTC (01:00 CET)". */
export function UtcTime({ at }: { readonly at: number }) {
  const zone = useZone()
  return (
    // As above: the reader's time is already there before hydration.
    <time dateTime={new Date(at).toISOString()} data-utc="" suppressHydrationWarning>
      {`${inUtc("moment", at)} UTC${besideUtc(at, zone)}`}
    </time>
  )
}

/** From one moment to another in the reader's zone, with UTC beside it: "Tue 24 Nov 2026, 18:00 to 20:00 CET (…)". */
export function TimeRange({ from, until }: { readonly from: number; readonly until: number }) {
  const zone = useZone()
  return (
    <time dateTime={new Date(from).toISOString()} data-until={new Date(until).toISOString()} suppressHydrationWarning>
      {rangeBesideUtc(from, until, zone)}
    </time>
  )
}

/** The reader's time, shown after a moment in UTC. */
export const OwnTime = ({ at }: { readonly at: number }) => <>{besideUtc(at, useZone())}</>
