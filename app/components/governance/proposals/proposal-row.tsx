import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { SmallVoteBar } from "~/components/base/charts/vote-bar"
import { nameOf } from "~/components/base/parts/person-line"
import { StateChip } from "~/components/base/parts/state-chip"
import { kindNames } from "~/effects/access/proposalKinds"
import { isOpenNow, turnoutWords } from "~/effects/governance/proposals/stateWords"
import type { ProposalCard } from "~/effects/governance/proposals/views"
import { cardBar, tallyText } from "./bar"
import { chipOf } from "./state-words"
import { When } from "./when"
import { quorumWords } from "./words"

type Props = {
  readonly card: ProposalCard
  readonly to: string
  readonly now: number
  /** The community, for lists that show several. */
  readonly community?: ReactNode
  /** True for members, who then see whether they have voted. */
  readonly isMember?: boolean
  /** Link to all proposals of the same author. */
  readonly authorTo?: string
}

/** One line of a list of votes: subject, tally and what is left to do. */
export function ProposalRow({ card, community, authorTo, isMember = false, now, to }: Props) {
  const chip = chipOf(card, now)
  const bar = cardBar(card)
  const tally = tallyText(card)
  const isOpen = isOpenNow(card, now)
  return (
    <li className="proposal-row">
      <div className="row small">
        <StateChip {...chip} />
        <span className="eyebrow">
          No. {card.number} · {kindNames[card.kind]}
        </span>
        {community}
      </div>
      <h3 className="h4">
        <Link to={to} prefetch="intent">
          {card.title}
        </Link>
      </h3>
      {card.summary !== "" && <p className="muted small">{card.summary}</p>}
      {bar !== null && <SmallVoteBar {...bar} />}
      {card.participation !== null && (
        <p className="small">
          {tally !== null && <b>{tally}. </b>}
          {turnoutWords(card.participation)}: <span className="nowrap">{card.participation.pct}%</span>;{" "}
          {quorumWords(card.participation)}.
        </p>
      )}
      <p className="meta">
        <span>{authorTo === undefined ? nameOf(card.author) : <Link to={authorTo}>{nameOf(card.author)}</Link>}</span>
        <When card={card} now={now} />
        {isMember && isOpen && (card.ownVote !== null || card.isEligible) && (
          <span className="proposal-row__own" data-voted={card.ownVote !== null}>
            {card.ownVote === null ? "Not voted" : `You voted: ${card.ownVote.words ?? "sealed"}`}
          </span>
        )}
        {isMember && !isOpen && card.ownVote !== null && <span>You voted: {card.ownVote.words ?? "not opened"}</span>}
      </p>
    </li>
  )
}
