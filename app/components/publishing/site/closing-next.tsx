import type { PublicProposalCard } from "~/effects/governance/proposals/views"
import { ClosingVote } from "./closing-vote"

/** The public vote that closes next, shown next to the opening (docs/product/publishing.md). */
export function ClosingNext({ card, now }: { readonly card: PublicProposalCard; readonly now: number }) {
  return (
    <article className="sheet closing">
      <ClosingVote card={card} now={now} level={2} />
    </article>
  )
}
