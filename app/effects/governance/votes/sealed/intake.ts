/** Takes a ballot whose choice cannot be read yet: its form, and what it adds to a vote's sums. Pure. */
import { type Ballot, isSealedBallot, type SealedBallot } from "../ballot/Ballot"
import { choiceProblem, reasonProblem } from "../ballot/choice"
import type { FrozenProposal } from "../proposal/FrozenProposal"
import type { Sums } from "../Tally"
import { sumOf } from "../weight"
import { type Choice, lengthProblem, type Sealed } from "./Sealed"

export const MUST_SEAL = "The ballots of this vote are sealed in the voter's browser. Reload the page and vote there."
export const MAY_NOT_SEAL = "The ballots of this vote are not sealed. Reload the page and vote there."

/** What a voter submits: choice and reason, or both sealed. */
export type Handed = { readonly choice: Choice; readonly reason: string } | { readonly sealed: Sealed }

type Content = Handed | Ballot

/** The message for the voter if this vote does not accept such a ballot; nothing if it does. */
export const contentProblem = (proposal: FrozenProposal, ballot: Content): string | undefined => {
  const isSealed = "sealed" in ballot
  if (isSealed !== (proposal.beacon !== undefined)) return isSealed ? MAY_NOT_SEAL : MUST_SEAL
  if (isSealed) return lengthProblem(proposal, ballot.sealed)
  return choiceProblem(proposal, ballot.choice) ?? reasonProblem(proposal, ballot.choice, ballot.reason)
}

/** Counts participation immediately; choices are counted after the opening. */
export const addSealed = (sums: Sums, { supersedes }: SealedBallot, weight: string): Sums => ({
  ...sums,
  ballots: sums.ballots + 1,
  ...(supersedes === null && { voters: sums.voters + 1, weightCast: sumOf([sums.weightCast, weight]) })
})

/** The choice in the row of a sealed ballot that is not opened. No vote accepts an empty list, so it is unambiguous. */
export const UNREAD: Choice = []
export const isUnread = (choice: Choice): boolean => Array.isArray(choice) && choice.length === 0

/** The choice for a ballot's row; `UNREAD` if it is sealed. */
export const contentOf = (ballot: Ballot): { readonly choice: Choice | null; readonly reason: string } =>
  isSealedBallot(ballot) ? { choice: null, reason: "" } : ballot
