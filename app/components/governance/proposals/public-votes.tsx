import { Link } from "@remix-run/react"
import type { ProposalCard, PublicProposalCard } from "~/effects/governance/proposals/views"
import { publicProposalHref } from "./paths"
import { ProposalRow } from "./proposal-row"

type Props = { readonly cards: ReadonlyArray<PublicProposalCard>; readonly now: number }

/** Votes of several communities, each with its community. Hidden results show only who took part. */
export function PublicVotes({ cards, now }: Props) {
  return (
    <ul className="proposal-list">
      {cards.map((card) => (
        <ProposalRow
          key={card.id}
          card={card}
          now={now}
          to={publicProposalHref(card.community.slug, card.number)}
          community={
            <Link className="small" to={`/explore/${card.community.slug}`}>
              {card.community.name}
            </Link>
          }
        />
      ))}
    </ul>
  )
}

type CommunityProps = { readonly cards: ReadonlyArray<ProposalCard>; readonly now: number; readonly slug: string }

/** Votes of one community, on its public profile. */
export function CommunityVotes({ cards, now, slug }: CommunityProps) {
  return (
    <ul className="proposal-list">
      {cards.map((card) => (
        <ProposalRow key={card.id} card={card} to={publicProposalHref(slug, card.number)} now={now} />
      ))}
    </ul>
  )
}
