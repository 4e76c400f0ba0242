/**
 * Whether spoilt ballots could have changed a result: they could not if the smallest gap in any step of the count
 * exceeds their weight (docs/votes.md). Errs towards "could have"; votes are in units of `weight.ts`. Pure.
 */
import { hundredthsOf, isOver } from "~/effects/access/exactThreshold"
import type { CountRules } from "../count/Count"
import type { Result, Round } from "../Tally"
import { readVotes, type Votes } from "../weight"

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
    case "basic":
      return couldTip(rules, votesOf("yes"), votesOf("yes") + votesOf("no"), lost)
    case "single": {
      const first = all.reduce((best, votes) => (votes > best ? votes : best), 0n)
      return isWithin(gapAt(all, 1), lost) || couldTip(rules, first, readVotes(result.weightCast), lost)
    }
    case "approval":
      return isWithin(gapAt(all, rules.seats ?? 1), lost)
    case "weighted":
      return isWithin(gapAt(all, 1), lost)
    case "quadratic":
      return isWithin(gapAt(all, 1), lost * MOST_POINTS)
    case "ranked":
      return result.rounds.length === 0 || isWithin(least(result.rounds.flatMap(gapsOf)), lost)
  }
}
