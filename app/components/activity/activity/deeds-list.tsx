import { Link } from "@remix-run/react"
import { useZone } from "~/components/base/parts/time-pair"
import { type ActivityType, wordsOf } from "~/effects/activity/activity/catalogue"
import { absoluteTime, momentIn } from "~/effects/base/text/moments"

export interface DeedLine {
  readonly communityId: string
  readonly community: string
  readonly seq: number
  readonly at: number
  readonly type: ActivityType
  readonly target: string
  readonly data: Readonly<Record<string, string | number>>
}

const day = (at: number, zone: string) => momentIn("shortDay", at, zone)

type Props = {
  readonly deeds: ReadonlyArray<DeedLine>
  /** What the sentences begin with: "You", or a name. */
  readonly who: string
}

/** What one person did in their communities, newest first. */
export function DeedsList({ deeds, who }: Props) {
  const zone = useZone()
  return (
    <ul className="dated">
      {deeds.map(({ at, community, communityId, data, seq, target, type }) => (
        <li key={`${communityId}-${seq}`}>
          <time dateTime={new Date(at).toISOString()} title={absoluteTime(at, zone)}>
            {day(at, zone)}
          </time>
          <span>
            {who} <Link to={target}>{wordsOf(type, data)}</Link> <span className="muted">· {community}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
