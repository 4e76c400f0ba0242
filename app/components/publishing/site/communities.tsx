import { Link } from "@remix-run/react"
import { NoCommunities, StartLink } from "~/components/base/parts/nothing-yet"
import { Seal } from "~/components/base/parts/seal"
import { useCommunityPath } from "~/components/communities/communities/community-row"
import { counted } from "~/effects/base/text/counted"
import type { CommunityCard } from "~/effects/communities/communities/cards"

/** Six public communities, most recently active first. */
export function Communities({ cards }: { readonly cards: ReadonlyArray<CommunityCard> }) {
  const path = useCommunityPath()
  return (
    <section className="wrap section" aria-labelledby="communities">
      <div className="section__head">
        <h2 id="communities">Communities</h2>
        <p>Most recently active public communities</p>
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
          <ul className="faces">
            {cards.map((card) => (
              <li key={card.id}>
                <Seal community={card} size="l" />
                <div>
                  <h3>
                    <Link to={path(card)} prefetch="intent">
                      {card.name}
                    </Link>
                  </h3>
                  <p className="small">{card.tagline}</p>
                  <p className="eyebrow">
                    {counted(card.members, "member")}
                    {card.openProposals > 0 && ` · ${counted(card.openProposals, "open vote")}`}
                    {card.openSales > 0 && " · bond sale open"}
                  </p>
                </div>
              </li>
            ))}
            <li>
              <svg className="seal" data-size="l" viewBox="0 0 64 64" aria-hidden="true">
                <circle cx="32" cy="32" r="30.5" strokeDasharray="4 3" />
                <path d="M32 24v16m-8-8h16" />
              </svg>
              <div>
                <h3>
                  <StartLink>Start one</StartLink>
                </h3>
                <p className="small">Create it in five minutes; deploy it to the ledger when you are ready.</p>
              </div>
            </li>
          </ul>
        )}
      </div>
    </section>
  )
}
