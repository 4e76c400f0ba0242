import { Link } from "@remix-run/react"
import { PersonLine } from "~/components/base/parts/person-line"
import { useZone } from "~/components/base/parts/time-pair"
import { type ActivityType, type Topic, wordsOf } from "~/effects/activity/activity/catalogue"
import { topicNames } from "~/effects/activity/activity/query"
import { momentIn } from "~/effects/base/text/moments"

export interface EventLine {
  readonly communityId: string
  readonly seq: number
  readonly at: number
  readonly actor: string | null
  readonly name: string | null
  readonly picture: string | null
  readonly type: ActivityType
  readonly topic: Topic
  readonly target: string
  readonly data: Readonly<Record<string, string | number>>
}

interface Day {
  readonly name: string
  readonly events: ReadonlyArray<EventLine>
}

/** The list cut where the day changes, in the reader's own zone. */
const byDay = (events: ReadonlyArray<EventLine>, zone: string): ReadonlyArray<Day> => {
  const days: Array<{ name: string; events: Array<EventLine> }> = []
  for (const event of events) {
    const name = momentIn("fullDay", event.at, zone)
    const last = days.at(-1)
    if (last?.name === name) last.events.push(event)
    else days.push({ name, events: [event] })
  }
  return days
}

/** What happened, newest first, under the days on which it did. */
export function EventDays({ events }: { readonly events: ReadonlyArray<EventLine> }) {
  const zone = useZone()
  return byDay(events, zone).map(({ events: ofDay, name }) => (
    <section className="event-day" key={name} aria-label={name}>
      <h3>
        {name} <span className="small muted">{zone}</span>
      </h3>
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

function Sentence({ event: { actor, data, name, picture, target, topic, type } }: { readonly event: EventLine }) {
  return (
    <div className="event">
      {actor !== null && <PersonLine person={{ account: actor, name, picture }} />}
      <Link className="quiet-link" to={target}>
        {wordsOf(type, data)}
      </Link>
      <span className="tag">{topicNames[topic]}</span>
    </div>
  )
}
