/** The chip that shows the state of a vote. Pure. */
import type { MarkName } from "~/components/base/parts/mark"
import { type StateWords, stateOf } from "~/effects/governance/proposals/stateWords"
import type { ProposalStatus } from "~/effects/governance/votes/proposal/Proposal"

interface Chip extends StateWords {
  readonly mark: MarkName
}

/** States in which the proposal has passed. */
const decided: ReadonlySet<ProposalStatus> = new Set(["passed", "awaitingExecution", "executed"])

export const chipOf = (card: Parameters<typeof stateOf>[0], now: number): Chip => ({
  ...stateOf(card, now),
  mark: decided.has(card.status) ? "seal" : "vote"
})
