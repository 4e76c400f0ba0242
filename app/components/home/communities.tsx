import { Link } from "@remix-run/react"
import type { CommunityCard } from "~/effects/communities/cards"
import { counted } from "~/effects/communities/words"
import { facePath } from "../community/community-row"
import { NoCommunities } from "../community/nothing-yet"
import { Seal } from "../community/seal"

/** Six of the most active public communities. */
export function Communities({ cards }: { readonly cards: ReadonlyArray<CommunityCard> }) {
  return (
    <section className="wrap section" aria-labelledby="communities">
      <div className="section__head">
        <h2 id="communities">Communities</h2>
        <p>Public ones, the most active first.</p>
        <p>
          <Link to="/explore" prefetch="intent">
            All communities
          </Link>
        </p>
      </div>
      <div className="section__body">
        {cards.length === 0 ? (
          <NoCommunities />
        ) : (
          <ul className="grid">
            {cards.map((card) => (
              <li key={card.id} className="stack" data-gap="s">
                <Seal community={card} size="l" />
                <h3>
                  <Link to={facePath(card.slug)} prefetch="intent">
                    {card.name}
                  </Link>
                </h3>
                <p className="small">{card.tagline}</p>
                <p className="eyebrow">
                  {counted(card.members, "member")}
                  {card.openProposals > 0 && ` · ${counted(card.openProposals, "open vote")}`}
                  {card.openSales > 0 && " · bond sale open"}
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
