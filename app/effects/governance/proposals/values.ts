/** A proposal as typed: texts by field name. Imports types only: pages load this file. */
import type { ProposalKind, VoteType } from "~/effects/governance/votes/proposal/Proposal"

export type ActionType = "manifest" | "settings" | "distribution" | "bond"

export interface ChoiceValues {
  readonly label: string
  readonly note: string
}

/**
 * Field names: `title`, `summary`, `body`, `kind`, `voteType`, `choice` and `choiceNote` (one of each per choice, in
 * order), `maxSelections`, `seats`, `periodHours`, `reviewHours`, `quorumPct`, `thresholdPct`, `when` (now, later),
 * `opensAt` (datetime-local) with `offset` (minutes ahead of UTC there), `manifest` (empty: none).
 */
export interface ProposalValues {
  readonly title: string
  readonly summary: string
  readonly body: string
  readonly kind: ProposalKind
  readonly voteType: VoteType
  /** Ignored for yes-or-no votes. */
  readonly choices: ReadonlyArray<ChoiceValues>
  /** Empty for all choices. */
  readonly maxSelections: string
  readonly seats: string
  readonly periodHours: string
  readonly reviewHours: string
  readonly quorumPct: string
  readonly thresholdPct: string
  /** `now`: as soon as the review is over. */
  readonly when: "now" | "later"
  readonly opensAt: string
  readonly offset: string
  /** Transaction manifest; empty for none. */
  readonly manifest: string
}
