import { Link } from "@remix-run/react"
import type { PublicProposalCard } from "~/effects/proposals/views"
import { Block } from "../inside/block"
import { PublicVotes } from "../proposals/public-votes"

type Props = { readonly cards: ReadonlyArray<PublicProposalCard>; readonly now: number }

/** Three open votes of public communities, by their close. */
export function ClosingSoon({ cards, now }: Props) {
  if (cards.length === 0) return null
  return (
    <div className="wrap section" data-wide>
      <Block id="closing-soon" title="Closing soon" more={<Link to="/explore?tab=proposals">All open votes</Link>}>
        <PublicVotes cards={cards} now={now} />
      </Block>
    </div>
  )
}
