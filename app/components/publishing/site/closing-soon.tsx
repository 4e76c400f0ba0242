import { Link } from "@remix-run/react"
import type { PublicProposalCard } from "~/effects/governance/proposals/views"
import { ClosingVote } from "./closing-vote"

type Props = { readonly cards: ReadonlyArray<PublicProposalCard>; readonly now: number }

/** Three open public votes, soonest to close first. */
export function ClosingSoon({ cards, now }: Props) {
  if (cards.length === 0) return null
  return (
    <section className="wrap section" data-wide aria-labelledby="closing-soon">
      <div className="row" data-apart>
        <h2 id="closing-soon">Closing soon</h2>
        <Link className="small" to="/explore?tab=proposals">
          All open votes
        </Link>
      </div>
      <ul className="grid" data-fit>
        {cards.map((card) => (
          <li key={card.id} className="card closing">
            <ClosingVote card={card} now={now} level={3} />
          </li>
        ))}
      </ul>
    </section>
  )
}
