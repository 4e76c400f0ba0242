/** The state of a vote, in a word or a sentence, the same on pages and pictures. Pure; part of a page's first load. */
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
  noQuorum: { state: "warn", word: "Quorum not reached" },
  uncountable: { state: "warn", word: "Could not be counted" },
  awaitingExecution: { state: "needs", word: "Passed, awaiting execution" },
  executed: { state: "ok", word: "Passed and executed" },
  executionFailed: { state: "bad", word: "Passed, execution failed" },
  expired: { state: "warn", word: "Passed, never executed" }
}

/** Of a proposal whose voting has ended or not begun. */
export const statusWord = (status: ProposalStatus): string => states[status].word

/** The clock closes a vote before the job counts it. */
export const stateOf = (
  {
    calledOff = null,
    closesAt,
    isDelayed,
    isSealed,
    status,
    voteType
  }: Pick<ProposalCard, "status" | "closesAt" | "isDelayed"> &
    Partial<Pick<ProposalCard, "calledOff" | "isSealed" | "voteType">>,
  now: number
): StateWords => {
  if (status === "active" && now >= closesAt && isSealed) return { word: "Closed, being opened" }
  if (status === "active" && now >= closesAt) return { word: "Closed, being counted" }
  if (status === "review" && isDelayed) return { state: "warn", word: "Opening is delayed" }
  if (calledOff !== null) return { state: "warn", word: "Called off" }
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

/** How and when a vote was decided. This is after the end of voting (`closesAt`); null until then. */
export const endOf = ({ closedAt, status }: Pick<ProposalCard, "status" | "closedAt">): VoteEnd | null => {
  if (closedAt === null) return null
  const name = status === "cancelled" ? "Cancelled" : status === "uncountable" ? "Given up" : "Counted"
  return { name, at: closedAt }
}

/** Whether a sealed vote is between its close and its count. */
export const isBeingOpened = (
  proposal: Pick<ProposalCard, "status" | "closesAt"> & { readonly sealed: object | null },
  now: number
): boolean => proposal.sealed !== null && proposal.status === "active" && !isOpenNow(proposal, now)

/** Whether a sealed vote was counted; the page then shows what opened its ballots. */
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
