import { Link } from "@remix-run/react"
import { SmallVoteBar } from "~/components/base/charts/vote-bar"
import { Icon } from "~/components/base/parts/icon"
import { Seal } from "~/components/base/parts/seal"
import { cardBar, tallyText } from "~/components/governance/proposals/bar"
import { publicProposalHref } from "~/components/governance/proposals/paths"
import { quorumWords } from "~/components/governance/proposals/words"
import { kindNames } from "~/effects/access/proposalKinds"
import { relativeTime } from "~/effects/base/text/moments"
import { turnoutWords } from "~/effects/governance/proposals/stateWords"
import type { PublicProposalCard } from "~/effects/governance/proposals/views"

type Props = {
  readonly card: PublicProposalCard
  readonly now: number
  /** Heading level of the title. */
  readonly level: 2 | 3
}

/**
 * Subject and current result of a public vote, for visitors (docs/product/publishing.md). Shows only the turnout while
 * results are hidden.
 */
export function ClosingVote({ card, level, now }: Props) {
  const { closesAt, community, kind, number, participation, title } = card
  const Heading = level === 2 ? "h2" : "h3"
  const bar = cardBar(card)
  const tally = tallyText(card)
  return (
    <>
      <div className="closing__head">
        <Seal community={community} />
        <p>
          <b>{community.name}</b>
          <span className="eyebrow">
            No. {number} · {kindNames[kind]}
          </span>
        </p>
      </div>
      <Heading className="h3">
        <Link to={publicProposalHref(community.slug, number)} prefetch="intent">
          {title}
        </Link>
      </Heading>
      {bar !== null && <SmallVoteBar {...bar} />}
      {(tally !== null || participation !== null) && (
        <p className="small">
          {tally !== null && <b>{tally}. </b>}
          {participation !== null && `${turnoutWords(participation)}; ${quorumWords(participation)}.`}
        </p>
      )}
      <p className="small state-line muted closing__when">
        <Icon name="flag" />
        {now < closesAt ? `Closes ${relativeTime(closesAt, now)}` : "Closed, being counted"}
      </p>
    </>
  )
}
