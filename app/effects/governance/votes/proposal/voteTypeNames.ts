import type { VoteType } from "./Proposal"

/** What the ways to vote are called wherever a person reads of them. */
export const voteTypeNames: Readonly<Record<VoteType, string>> = {
  basic: "Yes or no",
  single: "One of several",
  approval: "Any of several",
  ranked: "Ranked",
  weighted: "100 points",
  quadratic: "Quadratic points"
}
