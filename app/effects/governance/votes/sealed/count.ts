/**
 * Counts a sealed vote after its opening: the latest ballot of each voter, if it opens and contains a choice of this
 * vote; all others are spoilt (docs/votes.md). Takes some ballots at a time, so that callers can yield in between.
 * Pure.
 */
import { Either } from "effect"
import { hundredthsOf, isOver } from "~/effects/access/exactThreshold"
import { choiceProblem } from "../ballot/choice"
import {
  addBallot,
  type CountedBallot,
  type CountRules,
  emptySums,
  type Ranking,
  rankingOf,
  readRanking
} from "../count/Count"
import { resultOf } from "../count/result"
import type { Draw } from "../count/ties"
import { sentences } from "../count/words"
import type { DelegatedCount } from "../delegated/delegatedWeight"
import { hasTransfers, highestScore } from "../proposal/voteTypes"
import type { Result, Round, Sums, Tally } from "../Tally"
import { formatVotes, readVotes, type Votes } from "../weight"
import type { Choice } from "./Sealed"
import type { Content } from "./SealedBody"

/**
 * Whether spoilt ballots could have changed a result: they could not if the smallest gap in any step of the count
 * exceeds their weight (docs/votes.md). Errs towards "could have"; votes are in units of `weight.ts`.
 */
const WHOLE = 10_000n
/** The most points that one voter's credits buy for one choice in quadratic votes. */
const MOST_POINTS = 10n

/** If the quorum was missed, more weight could have reached it; if it was met, more weight changes nothing. */
const couldReachQuorum = ({ quorumPct, snapshot }: CountRules, { quorumReached, weightCast }: Result, lost: Votes) =>
  !quorumReached &&
  (readVotes(weightCast) + lost) * WHOLE >= hundredthsOf(quorumPct) * readVotes(snapshot.eligibleWeight)

const least = (gaps: ReadonlyArray<Votes>): Votes | null =>
  gaps.reduce<Votes | null>((lowest, gap) => (lowest === null || gap < lowest ? gap : lowest), null)

/** The gap between the last winner and the next choice; null if there is no next. */
const gapAt = (votes: ReadonlyArray<Votes>, places: number): Votes | null => {
  const ordered = [...votes].sort((one, other) => (one < other ? 1 : one > other ? -1 : 0))
  const [last, next] = [ordered[places - 1], ordered[places]]
  return last === undefined || next === undefined ? null : last - next
}

/** Gaps of a round: between the eliminated choice and the others, and between the first and more than half. */
const gapsOf = ({ eliminated, votes }: Round): ReadonlyArray<Votes> => {
  const lines = votes.map((line) => ({ key: line.key, votes: readVotes(line.votes) }))
  const all = lines.reduce((sum, line) => sum + line.votes, 0n)
  const most = lines.reduce((best, line) => (line.votes > best ? line.votes : best), 0n)
  if (eliminated === null) return [2n * most - all]
  const out = lines.find(({ key }) => key === eliminated)?.votes ?? 0n
  return [...lines.filter(({ key }) => key !== eliminated).map((line) => line.votes - out), all - 2n * most]
}

const isWithin = (gap: Votes | null, lost: Votes) => gap !== null && gap <= lost

/** Whether Yes or No could have won if all lost weight had gone to one side. */
const couldTip = ({ thresholdPct }: CountRules, part: Votes, whole: Votes, lost: Votes) => {
  const now = isOver(thresholdPct, part, whole)
  return isOver(thresholdPct, part + lost, whole + lost) !== now || isOver(thresholdPct, part, whole + lost) !== now
}

/** @param lost weight of the spoilt ballots that would have counted. */
export const couldHaveChanged = (rules: CountRules, result: Result, lost: Votes): boolean => {
  if (lost === 0n) return false
  if (couldReachQuorum(rules, result, lost)) return true
  if (!result.quorumReached) return false
  const lines = result.perChoice.map(({ key, votes }) => ({ key, votes: readVotes(votes) }))
  const votesOf = (wanted: string) => lines.find(({ key }) => key === wanted)?.votes ?? 0n
  const all = lines.map(({ votes }) => votes)
  switch (rules.voteType) {
    case "consent":
      return couldTip(rules, votesOf("consent"), votesOf("consent") + votesOf("object"), lost)
    case "basic":
      return couldTip(rules, votesOf("yes"), votesOf("yes") + votesOf("no"), lost)
    case "single": {
      const first = all.reduce((best, votes) => (votes > best ? votes : best), 0n)
      return isWithin(gapAt(all, 1), lost) || couldTip(rules, first, readVotes(result.weightCast), lost)
    }
    case "approval":
      return isWithin(gapAt(all, rules.seats ?? 1), lost)
    case "score5":
    case "score10":
      return isWithin(gapAt(all, 1), lost * BigInt(highestScore(rules.voteType) ?? 0))
    case "weighted":
      return isWithin(gapAt(all, 1), lost)
    case "dates":
      // Level in Yes, If need be decides; any lost ballot may change that.
      return isWithin(gapAt(all, 1), lost)
    case "quadratic":
      return isWithin(gapAt(all, 1), lost * MOST_POINTS)
    case "ranked":
      // Each lost ballot changes the quota, and with it every surplus: nothing is certain.
      if (hasTransfers(rules)) return true
      return result.rounds.length === 0 || isWithin(least(result.rounds.flatMap(gapsOf)), lost)
  }
}

export const NOT_OFFERED = "It opens, but its choice is not one that this vote offers."

/** The choice of an opened ballot for counting. Left: why it is spoilt. */
export const countable = (rules: CountRules, content: Content): Either.Either<Content, string> =>
  choiceProblem(rules, content.choice) === undefined ? Either.right(content) : Either.left(NOT_OFFERED)

export interface OpenedBallot {
  readonly seq: number
  readonly weight: string
  /** False for a ballot that its voter replaced. */
  readonly isLatest: boolean
  /** Null if it is spoilt; undefined if it was replaced and stays closed. */
  readonly choice: Choice | null | undefined
  /** Spoilt because it is sealed for another account or vote. */
  readonly isCopied?: boolean
}

export interface SealedCount {
  readonly sums: Sums
  readonly rankings: ReadonlyMap<string, Ranking>
  readonly spoilt: {
    readonly ballots: ReadonlyArray<number>
    readonly copied: ReadonlyArray<number>
    readonly weight: Votes
  }
}

export const nothingCounted = (rules: CountRules): SealedCount => ({
  sums: emptySums(rules),
  rankings: new Map(),
  spoilt: { ballots: [], copied: [], weight: 0n }
})

/** The weight behind each ranking after some more ballots; the same object if they rank nothing. */
const withRankings = (
  rules: CountRules,
  known: SealedCount["rankings"],
  ballots: ReadonlyArray<CountedBallot>
): SealedCount["rankings"] => {
  if (rules.voteType !== "ranked") return known
  const rankings = new Map(known)
  for (const { choice, weight } of ballots) {
    const name = rankingOf(rules, choice)
    if (name === null) continue
    const one = readRanking(name, weight)
    rankings.set(name, { keys: one.keys, votes: one.votes + (rankings.get(name)?.votes ?? 0n) })
  }
  return rankings
}

/**
 * The count after some more ballots, in the order of the chain. Each call goes through all rankings and spoilt ballots
 * so far, so call it with some hundreds of ballots, not with one.
 */
export const countOpened = (rules: CountRules, so: SealedCount, ballots: ReadonlyArray<OpenedBallot>): SealedCount => {
  const spoilt = ballots.filter(({ choice }) => choice === null)
  const counted = ballots.flatMap(({ choice, isLatest, weight }) =>
    choice !== null && choice !== undefined && isLatest ? [{ choice, weight }] : []
  )
  const lost = spoilt.reduce((sum, { isLatest, weight }) => (isLatest ? sum + readVotes(weight) : sum), 0n)
  const sums = counted.reduce((all, ballot) => addBallot(rules, all, ballot), so.sums)
  return {
    sums: { ...sums, ballots: so.sums.ballots + ballots.length },
    rankings: withRankings(rules, so.rankings, counted),
    spoilt: {
      ballots: [...so.spoilt.ballots, ...spoilt.map(({ seq }) => seq)],
      copied: [...so.spoilt.copied, ...spoilt.flatMap(({ isCopied = false, seq }) => (isCopied ? [seq] : []))],
      weight: so.spoilt.weight + lost
    }
  }
}

/** Adds delegated votes; the same count without any. */
export const withDelegated = (rules: CountRules, so: SealedCount, added: DelegatedCount | null): SealedCount =>
  added === null
    ? so
    : { ...so, sums: { ...so.sums, lent: added.lent }, rankings: withRankings(rules, so.rankings, added.ballots) }

/**
 * Weight of spoilt ballots and of what was delegated to their voters. Also includes what was delegated to people who
 * did not vote, so it errs on the high side.
 */
const lostWith = (weight: Votes, { lent: delegated }: Result): Votes =>
  weight === 0n || delegated === undefined ? weight : weight + readVotes(delegated.idle)

const listed = (numbers: ReadonlyArray<number>): string =>
  numbers.length === 1 ? `number ${numbers[0]}` : `numbers ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`

/** "Number 3 is a copy: it is sealed for another account or vote." */
const copiedWords = ({ spoilt }: Result): ReadonlyArray<string> => {
  const copied = spoilt?.copied ?? []
  if (copied.length === 0) return []
  const numbers = listed(copied).replace("n", "N")
  return [
    copied.length === 1
      ? `${numbers} is a copy: it is sealed for another account or vote.`
      : `${numbers} are copies: they are sealed for another account or vote.`
  ]
}

/** "1 ballot is spoilt and not counted: number 3. It could not have changed the result." */
export const spoiltWords = (rules: CountRules, result: Result): ReadonlyArray<string> => {
  const ballots = result.spoilt?.ballots ?? []
  if (ballots.length === 0) return []
  const weight = readVotes(result.spoilt?.weight ?? "0")
  const words = `${ballots.length} ${ballots.length === 1 ? "ballot is" : "ballots are"} spoilt and not counted: ${listed(ballots)}.`
  const could = couldHaveChanged(rules, result, lostWith(weight, result)) ? "could have" : "could not have"
  return [words, ...copiedWords(result), `${ballots.length === 1 ? "It" : "They"} ${could} changed the result.`]
}

export const tallyOfSealed = (
  rules: CountRules,
  { rankings, spoilt, sums }: SealedCount,
  draw: Draw | null = null
): Tally => {
  const counted = resultOf(rules, sums, [...rankings.values()], draw)
  const { ballots, copied } = spoilt
  const named = rules.sealedBody === undefined ? {} : { copied }
  const result = { ...counted, spoilt: { ballots, weight: formatVotes(spoilt.weight), ...named } }
  return { ...result, words: [...sentences(rules, result), ...spoiltWords(rules, result)].join(" ") }
}
