import type { VoteType } from "./Proposal"

/** Names of the ways to vote, wherever people read them. */
export const voteTypeNames: Readonly<Record<VoteType, string>> = {
  basic: "Yes or no",
  single: "One of several",
  approval: "Any of several",
  ranked: "Ranked",
  weighted: "100 points",
  quadratic: "Quadratic points"
}
