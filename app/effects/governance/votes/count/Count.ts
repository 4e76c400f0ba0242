/**
 * Input of a count: the rules of the proposal, and ballots with their weights. Pure and exact (docs/product/votes.md).
 *
 * `addBallot` and `replaceBallot` update a tally by one ballot; their cost depends on the number of choices, not of
 * ballots, and the tally after all ballots equals a recount. A ranked vote also needs the weight of each ranking, since
 * a run-off uses more than first places: `rankingOf` names a ballot's ranking.
 */
import type { WeightMode } from "~/effects/access/Community"
import type { Threshold } from "~/effects/access/threshold"
import type { Choice } from "../ballot/Ballot"
import type { ChoiceRules } from "../ballot/choice"
import type { Snapshot } from "../snapshot"
import type { Sums } from "../Tally"
import { formatVotes, readVotes, type Votes } from "../weight"
import type { TieRule } from "./ties"

export interface CountRules extends ChoiceRules {
  readonly seats: number | null
  readonly quorumPct: number
  readonly thresholdPct: Threshold
  readonly weightMode: WeightMode
  readonly snapshot: Pick<Snapshot, "eligibleCount" | "eligibleWeight" | "delegations">
  /** Of a sealed vote: whether its ballots name their account and vote. */
  readonly sealedBody?: 2 | undefined
  /** Of a ranked vote; absent if it opened before there was a rule for ties. */
  readonly ties?: TieRule | undefined
}

export interface CountedBallot {
  readonly choice: Choice
  /** Decimal, from the snapshot. */
  readonly weight: string
}

/** Weight of all ballots with the same ranking. */
export interface Ranking {
  readonly keys: ReadonlyArray<string>
  readonly votes: Votes
}

const isList = (choice: Choice): choice is ReadonlyArray<string> => Array.isArray(choice)

const NOBODY: ReadonlyMap<string, Votes> = new Map()

/** The times to which a ballot of a poll for a date gives this answer: 2 is Yes, 1 If need be. */
const answered = (choice: Choice, answer: 1 | 2, weight: Votes): ReadonlyMap<string, Votes> =>
  typeof choice === "string" || isList(choice)
    ? new Map()
    : new Map(Object.entries(choice).flatMap(([key, given]) => (given === answer ? [[key, weight] as const] : [])))

/** Votes that a ballot gives to each of its choices. A ranked ballot gives them to its first place. */
export const sharesOf = ({ voteType }: CountRules, { choice, weight }: CountedBallot): ReadonlyMap<string, Votes> => {
  const whole = readVotes(weight)
  if (typeof choice === "string") return new Map([[choice, whole]])
  if (isList(choice)) return new Map((voteType === "ranked" ? choice.slice(0, 1) : choice).map((key) => [key, whole]))
  if (voteType === "dates") return answered(choice, 2, whole)
  const spent = Object.entries(choice).filter(([, points]) => points > 0)
  // Quadratic points were paid for when they were chosen, and count as they are; so do scores.
  const parts = voteType === "weighted" ? 100n : 1n
  return new Map(spent.map(([key, points]) => [key, (whole * BigInt(points)) / parts]))
}

export const emptySums = ({ choices, voteType }: CountRules): Sums => ({
  ballots: 0,
  voters: 0,
  weightCast: "0",
  perChoice: choices.map(({ key }) => ({
    key,
    votes: "0",
    voters: 0,
    ...(voteType === "dates" && { ifNeedBe: "0" })
  }))
})

/** @param sign 1 for a ballot that starts to count, -1 for one that stops counting. */
const change = (rules: CountRules, sums: Sums, ballot: CountedBallot, sign: 1 | -1): Sums => {
  const shares = sharesOf(rules, ballot)
  const added = (votes: string, more: Votes) => formatVotes(readVotes(votes) + BigInt(sign) * more)
  const maybe = rules.voteType === "dates" ? answered(ballot.choice, 1, readVotes(ballot.weight)) : NOBODY
  return {
    ballots: sums.ballots,
    voters: sums.voters + sign,
    weightCast: added(sums.weightCast, readVotes(ballot.weight)),
    perChoice: sums.perChoice.map((line) => {
      const share = shares.get(line.key)
      const more = maybe.get(line.key)
      if (more !== undefined) return { ...line, ifNeedBe: added(line.ifNeedBe ?? "0", more) }
      return share === undefined ? line : { ...line, votes: added(line.votes, share), voters: line.voters + sign }
    })
  }
}

export const addBallot = (rules: CountRules, sums: Sums, ballot: CountedBallot): Sums => ({
  ...change(rules, sums, ballot, 1),
  ballots: sums.ballots + 1
})

/** The same voter votes again: the former ballot stops counting, and both are in the number of ballots. */
export const replaceBallot = (rules: CountRules, sums: Sums, former: CountedBallot, ballot: CountedBallot): Sums =>
  addBallot(rules, change(rules, sums, former, -1), ballot)

/** The key under which a ranking's weight is stored; null for ballots of other types. */
export const rankingOf = ({ voteType }: CountRules, choice: Choice): string | null =>
  voteType === "ranked" && isList(choice) ? choice.join(",") : null

export const readRanking = (name: string, votes: string): Ranking => ({
  keys: name.split(","),
  votes: readVotes(votes)
})
