/** The ways to vote, in the order in which forms offer them. Light: part of many pages. */
export const voteTypes = [
  "basic",
  "single",
  "approval",
  "ranked",
  "score5",
  "score10",
  "weighted",
  "quadratic"
] as const
type VoteType = (typeof voteTypes)[number]

/** Their names, wherever people read them. */
export const voteTypeNames: Readonly<Record<VoteType, string>> = {
  basic: "Yes or no",
  single: "One of several",
  approval: "Any of several",
  ranked: "Ranked",
  score5: "Scores 0 to 5",
  score10: "Scores 0 to 10",
  weighted: "100 points",
  quadratic: "Quadratic points"
}

/** The highest score that a ballot may give to each choice; null for votes without scores. */
export const highestScore = (voteType: VoteType): 5 | 10 | null =>
  voteType === "score5" ? 5 : voteType === "score10" ? 10 : null

interface Seated {
  readonly seats: number | null
  readonly voteType: VoteType
}

/** Whether it is counted by the single transferable vote. */
export const hasTransfers = ({ seats, voteType }: Seated): boolean => voteType === "ranked" && (seats ?? 1) > 1
