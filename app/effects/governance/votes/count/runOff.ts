/** Instant run-off (docs/product/votes.md). Pure. */
import type { Round } from "../Tally"
import { formatVotes, type Votes } from "../weight"
import type { Ranking } from "./Count"
import { type Draw, leaving, type Tie, type TieRule } from "./ties"

export interface RunOff {
  readonly rounds: ReadonlyArray<Round>
  /** Null if nobody ranked anything, if the final is tied, and while a draw cannot be made yet. */
  readonly winner: string | null
  /** The last two, if they are tied. */
  readonly tied: ReadonlyArray<string>
  readonly ties: ReadonlyArray<Tie>
}

/** Weight behind the first remaining choice of each ranking; a ranking without one is exhausted. */
const tally = (continuing: ReadonlyArray<string>, rankings: ReadonlyArray<Ranking>) => {
  const votes = new Map<string, Votes>(continuing.map((key) => [key, 0n]))
  let exhausted = 0n
  for (const ranking of rankings) {
    const first = ranking.keys.find((key) => votes.has(key))
    if (first === undefined) exhausted += ranking.votes
    else votes.set(first, (votes.get(first) ?? 0n) + ranking.votes)
  }
  return { votes, exhausted }
}

const sum = (votes: Iterable<Votes>) => [...votes].reduce((total, some) => total + some, 0n)

/**
 * For votes opened before there was a rule for ties: the weakest choice is eliminated; if tied, the one with fewer
 * first places; if still tied, the one further down the list.
 */
const weakest = (
  continuing: ReadonlyArray<string>,
  votes: ReadonlyMap<string, Votes>,
  firstPlaces: ReadonlyMap<string, Votes>
): string | undefined =>
  [...continuing].reverse().reduce<string | undefined>((lowest, key) => {
    if (lowest === undefined) return key
    const now = (votes.get(key) ?? 0n) - (votes.get(lowest) ?? 0n)
    const first = (firstPlaces.get(key) ?? 0n) - (firstPlaces.get(lowest) ?? 0n)
    return now < 0n || (now === 0n && first < 0n) ? key : lowest
  }, undefined)

/**
 * @param keys in the order of the proposal's list.
 * @param rule frozen when voting opened; undefined for votes opened before there was one.
 */
export const runOff = (
  keys: ReadonlyArray<string>,
  rankings: ReadonlyArray<Ranking>,
  rule: TieRule | undefined,
  draw: Draw | null
): RunOff => {
  const rounds: Array<Round> = []
  const ties: Array<Tie> = []
  const tallies: Array<ReadonlyMap<string, Votes>> = []
  const firstPlaces = tally(keys, rankings).votes
  if (sum(firstPlaces.values()) === 0n) return { rounds, winner: null, tied: [], ties }

  let continuing = keys
  for (;;) {
    const { exhausted, votes } = tally(continuing, rankings)
    tallies.push(votes)
    const counted = sum(votes.values())
    const winner = continuing.find((key) => 2n * (votes.get(key) ?? 0n) > counted)
    const { eliminated, tie } =
      winner !== undefined
        ? { eliminated: null, tie: null }
        : rule === undefined
          ? { eliminated: weakest(continuing, votes, firstPlaces) ?? null, tie: null }
          : leaving(continuing, tallies, rule, draw)
    if (tie !== null) ties.push(tie)
    rounds.push({
      votes: continuing.map((key) => ({ key, votes: formatVotes(votes.get(key) ?? 0n) })),
      exhausted: formatVotes(exhausted),
      eliminated
    })
    if (winner !== undefined) return { rounds, winner, tied: [], ties }
    if (eliminated === null) return { rounds, winner: null, tied: tie?.decidedBy === "final" ? tie.level : [], ties }
    continuing = continuing.filter((key) => key !== eliminated)
  }
}
