/**
 * A moment for people (D-13): "24 Nov 2026, 18:00 (Europe/Berlin), in 3 days 4 h". The server writes UTC, which is what
 * stays without JavaScript; the browser turns it into its own zone once awake.
 */
import { useSyncExternalStore } from "react"
import { absoluteTime, besideUtc, inUtc, momentIn, ownZone, relativeTime } from "~/effects/base/text/moments"

type Props = {
  /** Unix milliseconds. */
  readonly at: number
  /** The server's clock when the page was made: what the relative part is counted from. */
  readonly now: number
  /** Short names the zone in letters ("CET", "GMT+5:30"), its whole name in the title, and leaves the relative part out. */
  readonly short?: boolean
}

const never = () => () => {}
const utc = () => "UTC"

/** The browser's zone; UTC on the server and while waking up, so that both draw the same. */
export const useZone = (): string => useSyncExternalStore(never, ownZone, utc)

export function TimePair({ at, now, short = false }: Props) {
  const zone = useZone()
  const words = short ? momentIn("zoned", at, zone) : `${absoluteTime(at, zone)} (${zone}), ${relativeTime(at, now)}`
  return (
    // A page that sleeps shows the reader's zone, too (components/shell/dress.ts): there it differs from the server's words.
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

/** A moment that a rule counts in UTC, with the reader's own time beside it: "30 Nov 2026, 00:00 UTC (01:00 CET)". */
export function UtcTime({ at }: { readonly at: number }) {
  const zone = useZone()
  return (
    // As above: a page that sleeps has the reader's time beside it, too.
    <time dateTime={new Date(at).toISOString()} data-utc="" suppressHydrationWarning>
      {`${inUtc("moment", at)} UTC${besideUtc(at, zone)}`}
    </time>
  )
}

/** After a moment in UTC: the reader's own time. */
export const OwnTime = ({ at }: { readonly at: number }) => <>{besideUtc(at, useZone())}</>
