import { TimePair } from "~/components/base/parts/time-pair"
import { endOf } from "~/effects/governance/proposals/stateWords"
import type { ProposalCard } from "~/effects/governance/proposals/views"

type Props = {
  readonly card: ProposalCard
  readonly now: number
  /** Omits the relative time, for places that already show it. */
  readonly short?: boolean
}

/** The next moment that matters for a vote; of a closed one the end of voting and the count. */
export function When({ card, now, short = false }: Props) {
  if (card.status === "review" || card.status === "draft") {
    return (
      <span>
        Opens <TimePair at={card.opensAt} now={now} />
      </span>
    )
  }
  if (card.status === "active") {
    return (
      <span>
        {now < card.closesAt ? "Closes" : "Voting closed"} <TimePair at={card.closesAt} now={now} short={short} />
      </span>
    )
  }
  const end = endOf(card)
  if (card.status === "cancelled") {
    return (
      <span>
        Cancelled <TimePair at={end?.at ?? card.closesAt} now={now} short />
      </span>
    )
  }
  return (
    <span>
      Voting closed <TimePair at={card.closesAt} now={now} short />
      {end !== null && (
        <>
          , {end.name.toLowerCase()} <TimePair at={end.at} now={now} short />
        </>
      )}
    </span>
  )
}
