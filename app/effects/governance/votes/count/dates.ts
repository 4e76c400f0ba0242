/**
 * Which time a poll for a date chooses: most Yes; of those level, most Yes and If need be together; of those level, the
 * earliest (docs/product/votes.md#a-poll-for-a-date). Pure.
 */
import type { Sums } from "../Tally"
import { readVotes, type Votes } from "../weight"

interface TimeLine {
  readonly key: string
  readonly yes: Votes
  readonly ifNeedBe: Votes
}

/** The two numbers of each time, as integers. */
export const timeLines = ({ perChoice }: Pick<Sums, "perChoice">): ReadonlyArray<TimeLine> =>
  perChoice.map(({ ifNeedBe = "0", key, votes }) => ({ key, yes: readVotes(votes), ifNeedBe: readVotes(ifNeedBe) }))

interface DateTally {
  /** Null if nobody can make any of the times. */
  readonly winner: string | null
  /** Level in Yes at the top, the earliest first. */
  readonly byYes: ReadonlyArray<string>
  /** Those of them level in both too: with several, the earliest wins. */
  readonly level: ReadonlyArray<string>
}

const most = <A>(all: ReadonlyArray<A>, votesOf: (one: A) => Votes): ReadonlyArray<A> => {
  const top = all.reduce((best, one) => (votesOf(one) > best ? votesOf(one) : best), 0n)
  return all.filter((one) => votesOf(one) === top)
}

/** @param lines in the order of the choices, which is that of their times. */
export const tallyDates = (lines: ReadonlyArray<TimeLine>): DateTally => {
  const possible = lines.filter(({ ifNeedBe, yes }) => yes + ifNeedBe > 0n)
  const byYes = most(possible, ({ yes }) => yes)
  const level = most(byYes, ({ ifNeedBe, yes }) => yes + ifNeedBe).map(({ key }) => key)
  return { winner: level[0] ?? null, byYes: byYes.map(({ key }) => key), level }
}
