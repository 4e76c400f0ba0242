/** The ways to vote, in the order in which forms offer them. Light: part of many pages. */
export const voteTypes = [
  "basic",
  "consent",
  "single",
  "approval",
  "ranked",
  "score5",
  "score10",
  "weighted",
  "quadratic",
  "dates"
] as const
type VoteType = (typeof voteTypes)[number]

/** Objections on a proposal's page. */
export const MOST_OBJECTIONS = 100

/** Their names, wherever people read them. */
export const voteTypeNames: Readonly<Record<VoteType, string>> = {
  basic: "Yes or no",
  consent: "Consent",
  single: "One of several",
  approval: "Any of several",
  ranked: "Ranked",
  score5: "Scores 0 to 5",
  score10: "Scores 0 to 10",
  weighted: "100 points",
  quadratic: "Quadratic points",
  dates: "Poll for a date"
}

interface FixedChoice {
  readonly key: string
  readonly label: string
  readonly note: string
}
const fixed = (key: string, label: string): FixedChoice => ({ key, label, note: "" })

interface Sides {
  readonly for: FixedChoice
  readonly against: FixedChoice
}
const sides = {
  basic: { for: fixed("yes", "Yes"), against: fixed("no", "No") },
  consent: { for: fixed("consent", "Consent"), against: fixed("object", "Object") }
} as const

/** The two sides of a vote; null if its author writes the choices. */
export const sidesOf = (voteType: VoteType): Sides | null =>
  voteType === "basic" || voteType === "consent" ? sides[voteType] : null

/** The only choices of a vote between two sides, in this order; null if its author writes them. */
export const fixedChoices = (voteType: VoteType): ReadonlyArray<FixedChoice> | null => {
  const two = sidesOf(voteType)
  return two === null ? null : [two.for, two.against, fixed("abstain", "Abstain")]
}

/** What a ballot of a poll for a date says of each time, as the number that it writes, best first. */
export const timeAnswers = [
  { value: 2, label: "Yes" },
  { value: 1, label: "If need be" },
  { value: 0, label: "No" }
] as const

/** Whether its author writes the choices as texts: not where they are fixed, or times. */
export const hasOwnChoices = (voteType: VoteType): boolean => fixedChoices(voteType) === null && voteType !== "dates"

/** The highest score that a ballot may give to each choice; null for votes without scores. */
export const highestScore = (voteType: VoteType): 5 | 10 | null =>
  voteType === "score5" ? 5 : voteType === "score10" ? 10 : null

interface Seated {
  readonly seats: number | null
  readonly voteType: VoteType
}

/** Whether it is counted by the single transferable vote. */
export const hasTransfers = ({ seats, voteType }: Seated): boolean => voteType === "ranked" && (seats ?? 1) > 1
