import { TimeRange } from "~/components/base/parts/time-pair"
import type { ProposalChoice } from "~/effects/governance/votes/proposal/Proposal"
import { spanOf } from "~/effects/governance/votes/proposal/pollTimes"

/** A time of a poll in the reader's zone; a whole day, and a choice of another vote, by its name. */
export function TimeName({ choice }: { readonly choice: ProposalChoice }) {
  const span = spanOf(choice)
  return span === null || span.isDays ? choice.label : <TimeRange from={span.from} until={span.until} />
}
