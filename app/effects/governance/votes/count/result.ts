/**
 * From sums to a result: quorum, threshold, winners and ties (docs/product/votes.md). Pure; fractions are compared
 * exactly.
 */
import { hundredthsOf, isOver } from "~/effects/access/exactThreshold"
import { activeDelegations, type DelegationRow, delegatedCount, totalsOf } from "../delegated/delegatedWeight"
import { hasTransfers, highestScore } from "../proposal/voteTypes"
import type { Outcome, Result, Sums, Tally } from "../Tally"
import { readVotes, type Votes } from "../weight"
import {
  addBallot,
  type CountedBallot,
  type CountRules,
  emptySums,
  type Ranking,
  rankingOf,
  readRanking,
  replaceBallot
} from "./Count"
import { tallyDates, timeLines } from "./dates"
import { runOff } from "./runOff"
import { countSeats } from "./severalSeats"
import type { Draw } from "./ties"
import { sentences } from "./words"

const WHOLE = 10_000n

/** Share of all eligible weight; a quorum of 0 means at least one ballot. */
const hasQuorum = ({ quorumPct, snapshot }: CountRules, { voters, weightCast }: Sums): boolean =>
  voters > 0 && readVotes(weightCast) * WHOLE >= hundredthsOf(quorumPct) * readVotes(snapshot.eligibleWeight)

interface Decision {
  readonly winners: ReadonlyArray<string>
  readonly tied: ReadonlyArray<string>
  readonly thresholdReached: boolean | null
  readonly rounds: Result["rounds"]
  readonly ties?: NonNullable<Result["ties"]>
  readonly quota?: string
}
type Line = { readonly key: string; readonly votes: Votes }

/** @param sides the keys of the two sides. */
const decideBetween = (
  rules: CountRules,
  [one, other]: readonly [string, string],
  votesOf: (key: string) => Votes
): Decision => {
  const reached = isOver(rules.thresholdPct, votesOf(one), votesOf(one) + votesOf(other))
  return { winners: reached ? [one] : [], tied: [], thresholdReached: reached, rounds: [] }
}

/**
 * The `seats` choices with most votes. If choices are equal across the last seat, they are tied and none of them wins.
 */
const mostVotes = (lines: ReadonlyArray<Line>, seats: number) => {
  const ordered = lines.filter(({ votes }) => votes > 0n).sort((one, other) => (one.votes < other.votes ? 1 : -1))
  const last = ordered[seats - 1]
  const next = ordered[seats]
  if (last === undefined || next === undefined || last.votes !== next.votes) {
    return { winners: ordered.slice(0, seats).map(({ key }) => key), tied: [] }
  }
  return {
    winners: ordered.filter(({ votes }) => votes > last.votes).map(({ key }) => key),
    // In the order of the list, for the sentence.
    tied: lines.filter(({ votes }) => votes === last.votes).map(({ key }) => key)
  }
}

const decideSeats = (rules: CountRules, rankings: ReadonlyArray<Ranking>, draw: Draw | null): Decision => {
  const keys = rules.choices.map(({ key }) => key)
  const { ties: rule = { v: 2, beacon: null }, seats } = rules
  const none = { tied: [], thresholdReached: null }
  if (rankings.length === 0) return { ...none, winners: [], rounds: [], ties: [] }
  return { ...none, ...countSeats(keys, seats ?? 1, rankings, rule, draw) }
}

const decide = (rules: CountRules, sums: Sums, rankings: ReadonlyArray<Ranking>, draw: Draw | null): Decision => {
  const lines = sums.perChoice.map(({ key, votes }) => ({ key, votes: readVotes(votes) }))
  const votesOf = (wanted: string) => lines.find(({ key }) => key === wanted)?.votes ?? 0n
  switch (rules.voteType) {
    case "basic":
      return decideBetween(rules, ["yes", "no"], votesOf)
    case "consent":
      return decideBetween(rules, ["consent", "object"], votesOf)
    case "single": {
      const { tied, winners } = mostVotes(lines, 1)
      const [ahead] = winners
      const reached = ahead !== undefined && isOver(rules.thresholdPct, votesOf(ahead), readVotes(sums.weightCast))
      return { winners: reached ? winners : [], tied, thresholdReached: reached, rounds: [] }
    }
    case "approval":
      return { ...mostVotes(lines, rules.seats ?? 1), thresholdReached: null, rounds: [] }
    case "score5":
    case "score10":
    case "weighted":
    case "quadratic":
      return { ...mostVotes(lines, 1), thresholdReached: null, rounds: [] }
    case "dates": {
      const { level, winner } = tallyDates(timeLines(sums))
      const tied = level.length > 1 ? level : []
      return { winners: winner === null ? [] : [winner], tied, thresholdReached: null, rounds: [] }
    }
    case "ranked": {
      if (hasTransfers(rules)) return decideSeats(rules, rankings, draw)
      const { rounds, tied, ties, winner } = runOff(
        lines.map(({ key }) => key),
        rankings,
        rules.ties,
        draw
      )
      const reported = rules.ties === undefined ? {} : { ties }
      return { winners: winner === null ? [] : [winner], tied, thresholdReached: null, rounds, ...reported }
    }
  }
}

/** Each choice's mean score over the weight cast, with two decimals, rounded down. */
const meansOf = ({ perChoice, weightCast }: Sums): NonNullable<Result["means"]> =>
  perChoice.map(({ key, votes }) => {
    const cast = readVotes(weightCast)
    const hundredths = cast === 0n ? 0n : (readVotes(votes) * 100n) / cast
    return { key, mean: `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")}` }
  })

/**
 * @param kept own ballots, and what was delegated.
 * @param rankings of a ranked vote, including those of delegated votes; empty for the other types.
 * @param draw what a tie is drawn with; null if unknown.
 */
export const resultOf = (
  rules: CountRules,
  stored: Sums,
  rankings: ReadonlyArray<Ranking> = [],
  draw: Draw | null = null
): Result => {
  const sums = totalsOf(stored)
  const quorumReached = hasQuorum(rules, sums)
  const { quota, rounds, thresholdReached, tied, ties, winners } = decide(rules, sums, rankings, draw)
  const outcome: Outcome = !quorumReached ? "noQuorum" : winners.length > 0 ? "passed" : "failed"
  // Nothing wins without a quorum.
  return {
    ...sums,
    quorumReached,
    thresholdReached,
    outcome,
    winners: quorumReached ? winners : [],
    tied,
    rounds,
    ...(highestScore(rules.voteType) !== null && { means: meansOf(sums) }),
    ...(quota !== undefined && { quota }),
    ...(ties && { ties })
  }
}

export const tallyOf = (
  rules: CountRules,
  sums: Sums,
  rankings: ReadonlyArray<Ranking> = [],
  draw: Draw | null = null
): Tally => {
  const result = resultOf(rules, sums, rankings, draw)
  return { ...result, words: sentences(rules, result).join(" ") }
}

/** Adds to the weight behind a ballot's ranking, or subtracts from it; ignores ballots of other types. */
const moveRanking = (
  rankings: Map<string, Ranking>,
  rules: CountRules,
  { choice, weight }: CountedBallot,
  sign: 1n | -1n
) => {
  const name = rankingOf(rules, choice)
  if (name === null) return
  const one = readRanking(name, weight)
  const votes = (rankings.get(name)?.votes ?? 0n) + sign * one.votes
  if (votes === 0n) rankings.delete(name)
  else rankings.set(name, { keys: one.keys, votes })
}

/** The weight behind each ranking of some ballots; ignores ballots of other types. */
export const rankingsOf = (rules: CountRules, ballots: Iterable<CountedBallot>): ReadonlyArray<Ranking> => {
  const rankings = new Map<string, Ranking>()
  for (const ballot of ballots) moveRanking(rankings, rules, ballot, 1n)
  return [...rankings.values()]
}

export interface Recount {
  readonly sums: Sums
  readonly rankings: ReadonlyArray<Ranking>
  readonly tally: Tally
}

/** An incremental count in the order of the ballots: a later ballot of an account replaces the former. */
export interface Counting {
  readonly add: (ballot: CountedBallot & { readonly account: string }) => void
  /** @param loans delegations in force when voting opened; null without any. */
  readonly end: (loans: ReadonlyArray<DelegationRow> | null) => Recount
}

export const startCount = (rules: CountRules, draw: Draw | null = null): Counting => {
  const latest = new Map<string, CountedBallot>()
  const rankings = new Map<string, Ranking>()
  let sums = emptySums(rules)
  return {
    add: ({ account, choice, weight }) => {
      const former = latest.get(account)
      const ballot = { choice, weight }
      sums = former === undefined ? addBallot(rules, sums, ballot) : replaceBallot(rules, sums, former, ballot)
      if (former !== undefined) moveRanking(rankings, rules, former, -1n)
      moveRanking(rankings, rules, ballot, 1n)
      latest.set(account, ballot)
    },
    end: (loans) => {
      const added = loans === null ? null : delegatedCount(rules, activeDelegations(loans, latest))
      const total = added === null ? sums : { ...sums, lent: added.lent }
      const all = new Map(rankings)
      for (const ballot of added?.ballots ?? []) moveRanking(all, rules, ballot, 1n)
      const ranked = [...all.values()]
      return { sums: total, rankings: ranked, tally: tallyOf(rules, total, ranked, draw) }
    }
  }
}

/** Counts everything from the first ballot. */
export const recount = (
  rules: CountRules,
  ballots: Iterable<CountedBallot & { readonly account: string }>,
  loans: ReadonlyArray<DelegationRow> | null = null,
  draw: Draw | null = null
): Recount => {
  const counting = startCount(rules, draw)
  for (const ballot of ballots) counting.add(ballot)
  return counting.end(loans)
}
