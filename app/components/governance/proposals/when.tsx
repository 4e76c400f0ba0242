import { TimePair } from "~/components/base/parts/time-pair"
import type { ProposalCard } from "~/effects/governance/proposals/views"

type Props = {
  readonly card: ProposalCard
  readonly now: number
  /** How far away it is stands elsewhere. */
  readonly short?: boolean
}

/** The next moment that matters for a vote, or its last. */
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
        {now < card.closesAt ? "Closes" : "Closed"} <TimePair at={card.closesAt} now={now} short={short} />
      </span>
    )
  }
  return (
    <span>
      {card.status === "cancelled" ? "Cancelled" : "Closed"}{" "}
      <TimePair at={card.closedAt ?? card.closesAt} now={now} short />
    </span>
  )
}
