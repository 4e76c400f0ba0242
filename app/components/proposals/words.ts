/** Names and short sentences that every page of proposals says alike. Pure. */
import type { ResultsVisibility, WeightMode } from "~/effects/communities/Community"
import type { Participation, ProposalCard } from "~/effects/proposals/views"
import type { ProposalKind, ProposalStatus, VoteType } from "~/effects/votes/proposal/Proposal"
import { readVotes, showVotes } from "~/effects/votes/weight"
import type { MarkName } from "../community/mark"

export const kindNames: Readonly<Record<ProposalKind, string>> = {
  decision: "Decision",
  spending: "Spending",
  rule: "Rule change",
  election: "Election"
}

export const voteTypeNames: Readonly<Record<VoteType, string>> = {
  basic: "Yes or no",
  single: "One of several",
  approval: "Any of several",
  ranked: "Ranked",
  weighted: "100 points"
}

/** How each type is counted, in a sentence (product 3.5.3). */
export const countingWords: Readonly<Record<VoteType, string>> = {
  basic: "Yes against No; abstentions count for the quorum only.",
  single: "Each voter chooses one; the most votes win.",
  approval: "Each voter ticks as many as they like; the most ticks win. There is no threshold.",
  ranked:
    "Instant run-off: the last one leaves and its votes move on, until one has more than half. There is no threshold.",
  weighted: "Each voter shares out 100 points; the most points win. There is no threshold."
}

export const hasThreshold = (voteType: VoteType): boolean => voteType === "basic" || voteType === "single"

export const thresholdWords = (thresholdPct: number): string =>
  thresholdPct > 50 ? `at least ${thresholdPct} %` : `more than ${thresholdPct} %`

export const weightWords: Readonly<Record<WeightMode, string>> = {
  member: "One member, one vote",
  assigned: "Assigned to each member",
  token: "Tokens held at the snapshot",
  sqrt: "Square root of tokens held at the snapshot"
}

export const visibilityWords: Readonly<Record<ResultsVisibility, string>> = {
  always: "Shown always",
  afterVote: "Shown after you vote",
  afterClose: "Shown after the close"
}

interface Chip {
  readonly state?: "open" | "ok" | "warn" | "bad" | "needs"
  readonly mark: MarkName
  readonly word: string
}

const chips: Readonly<Record<ProposalStatus, Chip>> = {
  draft: { mark: "vote", word: "Draft" },
  discarded: { mark: "vote", word: "Discarded" },
  review: { state: "needs", mark: "vote", word: "In review" },
  active: { state: "open", mark: "vote", word: "Open" },
  cancelled: { state: "warn", mark: "vote", word: "Cancelled" },
  passed: { state: "ok", mark: "seal", word: "Passed" },
  failed: { state: "bad", mark: "vote", word: "Not passed" },
  noQuorum: { state: "warn", mark: "vote", word: "No quorum" },
  awaitingExecution: { state: "needs", mark: "seal", word: "Passed, to be carried out" },
  executed: { state: "ok", mark: "seal", word: "Passed and carried out" },
  executionFailed: { state: "bad", mark: "vote", word: "Passed, not carried out yet" },
  expired: { state: "warn", mark: "vote", word: "Passed, never carried out" }
}

/** The clock closes a vote before the job has counted it. */
export const chipOf = (
  { closesAt, isDelayed, status }: Pick<ProposalCard, "status" | "closesAt" | "isDelayed">,
  now: number
): Chip => {
  if (status === "active" && now >= closesAt) return { mark: "vote", word: "Closed, being counted" }
  if (status === "review" && isDelayed) return { state: "warn", mark: "vote", word: "Opening is delayed" }
  return chips[status]
}

export const isOpenNow = ({ closesAt, status }: Pick<ProposalCard, "status" | "closesAt">, now: number): boolean =>
  status === "active" && now < closesAt

/** "4 of 5 eligible members voted" */
export const turnoutWords = ({ eligibleCount, voters }: Participation): string =>
  `${voters.toLocaleString("en-GB")} of ${eligibleCount.toLocaleString("en-GB")} eligible members voted`

/** "the quorum of 20 % is met", "20 % are needed" */
export const quorumWords = ({ quorumPct, quorumReached }: Participation): string => {
  if (quorumPct === 0) return quorumReached ? "one ballot was enough" : "at least one ballot is needed"
  return quorumReached ? `the quorum of ${quorumPct} % is met` : `a quorum of ${quorumPct} % is needed`
}

/** Exact decimals for people. */
export const shownVotes = (decimal: string): string => showVotes(readVotes(decimal))

/** What counts in this vote: "OMF", "votes". */
export const unitOf = (weightMode: WeightMode, tokenSymbol: string | null): string =>
  weightMode === "token" ? (tokenSymbol ?? "tokens") : "votes"
