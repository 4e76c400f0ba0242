import { Link } from "@remix-run/react"
import { PersonLine } from "~/components/base/parts/person-line"
import { useZone } from "~/components/base/parts/time-pair"
import { type ActivityType, topicOf, wordsOf } from "~/effects/activity/activity/catalogue"
import { topicNames } from "~/effects/activity/activity/query"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { absoluteTime, daysDownAList, momentIn } from "~/effects/base/text/moments"

export interface EventLine {
  readonly seq: number
  readonly at: number
  readonly actor: AccountAddress | null
  readonly name: string | null
  readonly picture: string | null
  readonly type: ActivityType
  readonly target: string
  readonly data: Readonly<Record<string, string | number>>
}

type Props = { readonly events: ReadonlyArray<EventLine>; readonly now: number }

/** Groups the list by day in the reader's time zone. */
const byDay = (events: ReadonlyArray<EventLine>, zone: string): ReadonlyArray<ReadonlyArray<EventLine>> => {
  const days: Array<Array<EventLine>> = []
  let before: string | undefined
  for (const event of events) {
    const day = momentIn("day", event.at, zone)
    if (day === before) days.at(-1)?.push(event)
    else days.push([event])
    before = day
  }
  return days
}

/** Entries per day on average, from which headings for each day are worth their space. */
const A_DAY = 2

/** Events, newest first: under a heading for each day, or each with its date if there are few. */
export function EventDays({ events, now }: Props) {
  const zone = useZone()
  const days = byDay(events, zone)
  if (events.length < A_DAY * days.length) return <EventList events={events} now={now} />
  const names = daysDownAList(
    "weekday",
    days.map(([first]) => first?.at ?? now),
    now,
    zone
  )
  return days.map((ofDay, index) => (
    <section className="event-day" key={ofDay[0]?.seq} aria-label={names[index]}>
      <h2 className="h3">
        {names[index]} <span className="small muted">{zone}</span>
      </h2>
      <ul className="dated">
        {ofDay.map((event) => (
          <li key={event.seq}>
            <time dateTime={new Date(event.at).toISOString()}>{momentIn("clock", event.at, zone)}</time>
            <Sentence event={event} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function EventList({ events, now }: Props) {
  const zone = useZone()
  const days = daysDownAList(
    "shortDay",
    events.map(({ at }) => at),
    now,
    zone
  )
  return (
    <div className="event-day">
      <ul className="dated">
        {events.map((event, index) => (
          <li key={event.seq}>
            <time dateTime={new Date(event.at).toISOString()} title={absoluteTime(event.at, zone)}>
              {days[index]}
            </time>
            <Sentence event={event} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Sentence({ event: { actor, data, name, picture, target, type } }: { readonly event: EventLine }) {
  return (
    <div className="event">
      {actor !== null && <PersonLine person={{ account: actor, name, picture }} />}
      <Link className="quiet-link" to={target}>
        {wordsOf(type, data)}
      </Link>
      <span className="tag">{topicNames[topicOf(type)]}</span>
    </div>
  )
}
