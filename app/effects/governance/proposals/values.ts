/** The form of a proposal as it is typed: texts under the names of its fields. No imports but types: pages load this. */
import type { ProposalKind, VoteType } from "~/effects/governance/votes/proposal/Proposal"

export type ActionType = "manifest" | "settings" | "distribution" | "bond"

export interface ChoiceValues {
  readonly label: string
  readonly note: string
}

/**
 * Field names: `title`, `summary`, `body`, `kind`, `voteType`, `choice` and `choiceNote` (one of each a choice, in
 * order), `maxSelections`, `seats`, `periodHours`, `reviewHours`, `quorumPct`, `thresholdPct`, `when` (now, later),
 * `opensAt` (datetime-local) with `offset` (minutes ahead of UTC there), `manifest` (empty: none).
 */
export interface ProposalValues {
  readonly title: string
  readonly summary: string
  readonly body: string
  readonly kind: ProposalKind
  readonly voteType: VoteType
  /** Not looked at for yes-or-no votes. */
  readonly choices: ReadonlyArray<ChoiceValues>
  /** Empty: all of them. */
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
