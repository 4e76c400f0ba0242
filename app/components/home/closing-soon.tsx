import { Link } from "@remix-run/react"
import type { PublicProposalCard } from "~/effects/proposals/views"
import { Block } from "../inside/block"
import { relativeTime } from "../moments"
import { cardBar, standingWords } from "../proposals/bar"
import { publicProposalHref } from "../proposals/paths"
import { PublicVotes } from "../proposals/public-votes"
import { kindNames, quorumWords, turnoutWords } from "../proposals/words"
import { ClosingVote } from "./closing-vote"

type Props = { readonly cards: ReadonlyArray<PublicProposalCard>; readonly now: number }

/** The public vote that closes next, as the sheet beside the opening (product 4.2). */
export function ClosingNext({ card, now }: { readonly card: PublicProposalCard; readonly now: number }) {
  const bar = cardBar(card)
  const standing = standingWords(card)
  const { participation } = card
  const turnout = participation === null ? [] : [`${turnoutWords(participation)}; ${quorumWords(participation)}.`]
  return (
    <ClosingVote
      community={card.community.name}
      number={`No. ${card.number} · ${kindNames[card.kind]}`}
      title={card.title}
      href={publicProposalHref(card.community.slug, card.number)}
      bar={bar}
      standing={[...(standing === null ? [] : [`${standing.replace(/\.$/, "")}.`]), ...turnout].join(" ")}
      closes={`Closes ${relativeTime(card.closesAt, now)}`}
    />
  )
}

/** Three open votes of public communities, by their close. */
export function ClosingSoon({ cards, now }: Props) {
  if (cards.length === 0) return null
  return (
    <div className="wrap section">
      <Block id="closing-soon" title="Closing soon" more={<Link to="/explore?tab=proposals">All open votes</Link>}>
        <PublicVotes cards={cards} now={now} />
      </Block>
    </div>
  )
}
