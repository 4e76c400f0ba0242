import { Link } from "@remix-run/react"
import { TimeRange, useZone } from "~/components/base/parts/time-pair"
import type { PlannedDate } from "~/effects/activity/agenda/dates"
import { absoluteTime, daysInWords, momentIn } from "~/effects/base/text/moments"

/** "24 Nov": within 30 days the year is clear. */
const day = (at: number, zone: string) => momentIn("shortDay", at, zone)

/** The dates of the next 30 days. */
export function DatesList({ dates }: { readonly dates: ReadonlyArray<PlannedDate> }) {
  const zone = useZone()
  if (dates.length === 0) return <p className="muted">Nothing scheduled in the next 30 days.</p>
  return (
    <ul className="dated">
      {dates.map(({ at, isDays = false, key, path, until, words }) => (
        <li key={key}>
          {isDays ? (
            // A whole day is the same day in every zone.
            <time dateTime={new Date(at).toISOString().slice(0, 10)}>{day(at, "UTC")}</time>
          ) : (
            <time dateTime={new Date(at).toISOString()} title={`${absoluteTime(at, zone)} (${zone})`}>
              {day(at, zone)}
            </time>
          )}
          <span>
            <Link to={path}>{words}</Link>
            {until !== undefined && (
              <small className="muted">{isDays ? daysInWords(at, until) : <TimeRange from={at} until={until} />}</small>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
