/** Where a vote stands, in a word or a sentence: all that a link to it says, so a page's first load stays small. Pure. */

import type { MarkName } from "~/components/base/parts/mark"
import { grouped } from "~/effects/base/text/grouped"
import type { Participation, ProposalCard } from "~/effects/governance/proposals/views"
import type { ProposalStatus } from "~/effects/governance/votes/proposal/Proposal"

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
  uncountable: { state: "warn", mark: "vote", word: "Could not be counted" },
  awaitingExecution: { state: "needs", mark: "seal", word: "Passed, to be carried out" },
  executed: { state: "ok", mark: "seal", word: "Passed and carried out" },
  executionFailed: { state: "bad", mark: "vote", word: "Passed, not carried out yet" },
  expired: { state: "warn", mark: "vote", word: "Passed, never carried out" }
}

/** The clock closes a vote before the job has counted it. */
export const chipOf = (
  {
    closesAt,
    isDelayed,
    isSealed,
    status
  }: Pick<ProposalCard, "status" | "closesAt" | "isDelayed"> & Partial<Pick<ProposalCard, "isSealed">>,
  now: number
): Chip => {
  if (status === "active" && now >= closesAt && isSealed) return { mark: "vote", word: "Closed, being opened" }
  if (status === "active" && now >= closesAt) return { mark: "vote", word: "Closed, being counted" }
  if (status === "review" && isDelayed) return { state: "warn", mark: "vote", word: "Opening is delayed" }
  return chips[status]
}

export const isOpenNow = ({ closesAt, status }: Pick<ProposalCard, "status" | "closesAt">, now: number): boolean =>
  status === "active" && now < closesAt

/** "4 of 5 eligible members voted" */
export const turnoutWords = ({ eligibleCount, voters }: Participation): string =>
  `${grouped(voters)} of ${grouped(eligibleCount)} eligible members voted`
