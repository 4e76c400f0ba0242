/** The ways to vote, in the order in which forms offer them. Light: part of many pages. */
export const voteTypes = ["basic", "single", "approval", "ranked", "weighted", "quadratic"] as const
type VoteType = (typeof voteTypes)[number]

/** Their names, wherever people read them. */
export const voteTypeNames: Readonly<Record<VoteType, string>> = {
  basic: "Yes or no",
  single: "One of several",
  approval: "Any of several",
  ranked: "Ranked",
  weighted: "100 points",
  quadratic: "Quadratic points"
}

interface Seated {
  readonly seats: number | null
  readonly voteType: VoteType
}

/** Whether it is counted by the single transferable vote. */
export const hasTransfers = ({ seats, voteType }: Seated): boolean => voteType === "ranked" && (seats ?? 1) > 1
