import { Form, Link } from "@remix-run/react"
import { ProfilePicture } from "~/components/base/parts/profile-picture"
import { TimePair } from "~/components/base/parts/time-pair"
import type { AnnouncementCard } from "~/effects/conversation/announcements/views"
import { AnnouncementChips, issuerName } from "./announcement-chips"

type Props = {
  readonly cards: ReadonlyArray<AnnouncementCard>
  readonly now: number
  readonly next: string | null
  readonly isFirstPage: boolean
  readonly isMember: boolean
}

/** Announcements, pinned first, then newest (docs/product/conversation.md). */
export function AnnouncementList({ cards, isFirstPage, isMember, next, now }: Props) {
  const unread = cards.filter(({ isUnread }) => isUnread).length
  return (
    <section aria-labelledby="announcements">
      <div className="block__head">
        <h1 id="announcements">Announcements</h1>
        {isMember && unread > 0 && (
          <Form method="post" preventScrollReset>
            <button className="button" data-kind="quiet" data-size="s" name="intent" value="read-all" type="submit">
              Mark all as read
            </button>
          </Form>
        )}
      </div>
      <ul className="register">
        {cards.map((card) => (
          <li key={card.id}>
            <ProfilePicture name={card.issuer.name ?? "?"} picture={card.issuer.picture} />
            <div className="stack" data-gap="s">
              <h2 className="h4">
                <Link to={`?a=${card.number}`} prefetch="intent">
                  {card.title}
                </Link>
                {card.isUnread && <span className="unread-dot" role="img" aria-label="Unread" />}
              </h2>
              {card.withdrawn !== null && <p className="small muted">Withdrawn: {card.withdrawn}</p>}
            </div>
            <p className="register__side">
              <span>{issuerName(card)}</span>
              <TimePair at={card.publishAt} now={now} short />
              <AnnouncementChips card={card} />
            </p>
          </li>
        ))}
      </ul>
      {(next !== null || !isFirstPage) && (
        <nav className="row" aria-label="Pages">
          {!isFirstPage && <Link to="?">Newest</Link>}
          {next !== null && <Link to={`?after=${encodeURIComponent(next)}`}>Older announcements</Link>}
        </nav>
      )}
    </section>
  )
}
