import { Link } from "@remix-run/react"
import { useZone } from "~/components/base/parts/time-pair"
import type { CommunityId } from "~/effects/access/Community"
import { type ActivityType, wordsOf } from "~/effects/activity/activity/catalogue"
import { absoluteTime, daysDownAList } from "~/effects/base/text/moments"

export interface DeedLine {
  readonly communityId: CommunityId
  readonly community: string
  readonly seq: number
  readonly at: number
  readonly type: ActivityType
  readonly target: string
  readonly data: Readonly<Record<string, string | number>>
}

type Props = {
  readonly deeds: ReadonlyArray<DeedLine>
  /** Subject of the sentences: "You", or a name. */
  readonly who: string
  readonly now: number
}

/** What one person did in their communities, newest first. */
export function DeedsList({ deeds, now, who }: Props) {
  const zone = useZone()
  const days = daysDownAList(
    "shortDay",
    deeds.map(({ at }) => at),
    now,
    zone
  )
  return (
    <ul className="dated">
      {deeds.map(({ at, community, communityId, data, seq, target, type }, index) => (
        <li key={`${communityId}-${seq}`}>
          <time dateTime={new Date(at).toISOString()} title={absoluteTime(at, zone)}>
            {days[index]}
          </time>
          <span>
            {who} <Link to={target}>{wordsOf(type, data)}</Link> <span className="muted">· {community}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
