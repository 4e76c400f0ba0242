import { Link } from "@remix-run/react"
import { Seal } from "~/components/base/parts/seal"
import { StateChip } from "~/components/base/parts/state-chip"
import { counted } from "~/effects/base/text/counted"
import type { Suggestion } from "~/effects/communities/communities/cards"
import { policyNames } from "~/effects/communities/communities/words"
import { useCommunityPath } from "./community-row"

const listed = new Intl.ListFormat("en-GB")

/** Communities that share interests with the reader, each with the shared interests. */
export function Suggestions({ suggestions }: { readonly suggestions: ReadonlyArray<Suggestion> }) {
  const path = useCommunityPath()
  return (
    <section className="block" aria-labelledby="suggested">
      <div className="block__head">
        <h2 id="suggested" className="h3">
          Suggested for you
        </h2>
        <span className="small muted">Based on your interests</span>
      </div>
      <ul className="grid">
        {suggestions.map(({ card, shared }) => (
          <li key={card.id} className="card">
            <div className="with-seal">
              <Seal community={card} />
              <div>
                <h3 className="h4">
                  <Link to={path(card)} prefetch="intent">
                    {card.name}
                  </Link>
                </h3>
                <p className="eyebrow">
                  {counted(card.members, "member")} · {policyNames[card.joinPolicy].toLowerCase()}
                </p>
              </div>
            </div>
            <p>{card.tagline}</p>
            <p className="card__foot row small" data-apart>
              <span>Matches your interests: {listed.format(shared)}</span>
              {card.openSales > 0 && <StateChip state="open" mark="coin" word="Sale open" />}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
