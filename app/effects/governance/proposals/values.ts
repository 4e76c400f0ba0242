/** A proposal as typed: texts by field name. Imports types only: pages load this file with their form. */
import type { ProposalKind, VoteType } from "~/effects/governance/votes/proposal/Proposal"

export type ActionType = "manifest" | "settings" | "distribution" | "bond"

export interface ChoiceValues {
  readonly label: string
  readonly note: string
}

/** As typed: "2026-12-24T18:00" in the form's zone, or "2026-12-24" for whole days; empty if missing. */
export interface TimeValues {
  readonly start: string
  readonly end: string
}

/**
 * Field names: `title`, `summary`, `body`, `kind`, `voteType`, `choice` and `choiceNote` (one of each per choice, in
 * order), of a poll for a date `timesAre` (clock, days), `timeZone`, `timeStart` and `timeEnd` (one of each per time),
 * `maxSelections`, `seats`, `periodHours`, `reviewHours`, `quorumPct`, `thresholdPct`, `when` (now, later),
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
  /** Of a poll for a date; ignored for other votes, like the two members below. */
  readonly times: ReadonlyArray<TimeValues>
  readonly timesAre: "clock" | "days"
  /** An IANA name; empty until the browser fills in its own. */
  readonly timeZone: string
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

/** Whether the form asks for a number of seats. */
export const mayHaveSeats = ({ kind, voteType }: Pick<ProposalValues, "kind" | "voteType">): boolean =>
  kind === "election" && (voteType === "approval" || voteType === "ranked")

/** Changes the way to vote. A consent starts with the strictest agreement: one objection stops it. */
export const withVoteType = (values: ProposalValues, voteType: VoteType): ProposalValues => ({
  ...values,
  voteType,
  thresholdPct: voteType === "consent" ? "100" : values.thresholdPct
})
