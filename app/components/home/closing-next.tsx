import type { PublicProposalCard } from "~/effects/proposals/views"
import { relativeTime } from "../moments"
import { cardBar, standingWords } from "../proposals/bar"
import { publicProposalHref } from "../proposals/paths"
import { turnoutWords } from "../proposals/state-words"
import { kindNames, quorumWords } from "../proposals/words"
import { ClosingVote } from "./closing-vote"

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
