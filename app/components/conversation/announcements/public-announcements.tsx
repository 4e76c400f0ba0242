import { Markdown } from "~/components/base/markdown/markdown"
import { TimePair } from "~/components/base/parts/time-pair"
import type { PublicProfile } from "~/effects/communities/communities/pages/publicProfile"
import { AnnouncementChips, issuerName } from "./announcement-chips"

/** A community's latest announcements, for anybody; feeds link here. */
export function PublicAnnouncements({
  publicProfile: { announcements, now }
}: {
  readonly publicProfile: PublicProfile
}) {
  return (
    <ul className="entries">
      {announcements.map(({ card, text }) => (
        <li key={card.id} id={`announcement-${card.number}`}>
          <h3 className="h4">{card.title}</h3>
          <p className="row small">
            <span>{issuerName(card)}</span>
            <TimePair at={card.publishAt} now={now} short />
            <AnnouncementChips card={card} />
          </p>
          <Markdown tree={text} />
        </li>
      ))}
    </ul>
  )
}
