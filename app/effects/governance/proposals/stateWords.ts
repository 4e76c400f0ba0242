/** Where a vote stands, in a word or a sentence: pages and pictures say it alike. Pure; a page's first load carries it. */
import { grouped } from "~/effects/base/text/grouped"
import type { ProposalStatus } from "~/effects/governance/votes/proposal/Proposal"
import type { Participation, ProposalCard } from "./views"

export interface StateWords {
  readonly state?: "open" | "ok" | "warn" | "bad" | "needs"
  readonly word: string
}

const states: Readonly<Record<ProposalStatus, StateWords>> = {
  draft: { word: "Draft" },
  discarded: { word: "Discarded" },
  review: { state: "needs", word: "In review" },
  active: { state: "open", word: "Open" },
  cancelled: { state: "warn", word: "Cancelled" },
  passed: { state: "ok", word: "Passed" },
  failed: { state: "bad", word: "Not passed" },
  noQuorum: { state: "warn", word: "No quorum" },
  uncountable: { state: "warn", word: "Could not be counted" },
  awaitingExecution: { state: "needs", word: "Passed, awaiting execution" },
  executed: { state: "ok", word: "Passed and executed" },
  executionFailed: { state: "bad", word: "Passed, execution failed" },
  expired: { state: "warn", word: "Passed, never executed" }
}

/** The clock closes a vote before the job has counted it. */
export const stateOf = (
  {
    closesAt,
    isDelayed,
    isSealed,
    status,
    voteType
  }: Pick<ProposalCard, "status" | "closesAt" | "isDelayed"> & Partial<Pick<ProposalCard, "isSealed" | "voteType">>,
  now: number
): StateWords => {
  if (status === "active" && now >= closesAt && isSealed) return { word: "Closed, being opened" }
  if (status === "active" && now >= closesAt) return { word: "Closed, being counted" }
  if (status === "review" && isDelayed) return { state: "warn", word: "Opening is delayed" }
  // A ranked vote picks one of several choices, so "Passed" would not say what happened.
  if (status === "passed" && voteType === "ranked") return { state: "ok", word: "Decided" }
  return states[status]
}

export const isOpenNow = ({ closesAt, status }: Pick<ProposalCard, "status" | "closesAt">, now: number): boolean =>
  status === "active" && now < closesAt

export interface VoteEnd {
  readonly name: "Counted" | "Given up" | "Cancelled"
  /** Unix milliseconds. */
  readonly at: number
}

/** What a vote ended with. It comes after the end of voting, which is `closesAt`; null until then. */
export const endOf = ({ closedAt, status }: Pick<ProposalCard, "status" | "closedAt">): VoteEnd | null => {
  if (closedAt === null) return null
  const name = status === "cancelled" ? "Cancelled" : status === "uncountable" ? "Given up" : "Counted"
  return { name, at: closedAt }
}

/** A sealed vote after its close and before its count. */
export const isBeingOpened = (
  proposal: Pick<ProposalCard, "status" | "closesAt"> & { readonly sealed: object | null },
  now: number
): boolean => proposal.sealed !== null && proposal.status === "active" && !isOpenNow(proposal, now)

/** A sealed vote that was counted: what its ballots were opened with stands below the result. */
export const isOpened = ({
  closedAt,
  sealed,
  status
}: Pick<ProposalCard, "status" | "closedAt"> & { readonly sealed: object | null }): boolean =>
  sealed !== null && closedAt !== null && status !== "uncountable"

/** "4 of 5 eligible members voted", "6 of 15 eligible members voted, 3 more through them" */
export const turnoutWords = ({ delegated, eligibleCount, voters }: Participation): string => {
  const through =
    delegated === null
      ? ""
      : delegated.isByMember
        ? `, ${grouped(Number(delegated.votes))} more through them`
        : ", with delegated votes"
  return `${grouped(voters)} of ${grouped(eligibleCount)} eligible members voted${through}`
}
