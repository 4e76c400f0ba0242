/** The rounds of a ranked vote for their chart: who is eliminated, and where those votes go. Pure. */

import type { Round as ShownRound } from "~/components/base/charts/ranked-rounds"
import type { Tie } from "~/effects/governance/votes/count/ties"
import { listed, seatsWords, tieWords } from "~/effects/governance/votes/count/words"
import type { Result, Round } from "~/effects/governance/votes/Tally"
import { readVotes, showVotes } from "~/effects/governance/votes/weight"

type Names = (key: string) => string

const movesTo = (round: Round, next: Round, nameOf: Names): string => {
  const before = new Map(round.votes.map(({ key, votes }) => [key, readVotes(votes)]))
  const gains = next.votes.flatMap(({ key, votes }) => {
    const gain = readVotes(votes) - (before.get(key) ?? 0n)
    return gain > 0n ? [`${showVotes(gain)} to ${nameOf(key)}`] : []
  })
  const lost = readVotes(next.exhausted) - readVotes(round.exhausted)
  const [verb, end] =
    round.elected === undefined
      ? ["Its votes transfer", "had no further choice"]
      : ["Transferred", "is not transferable"]
  const moved = gains.length === 0 ? "" : ` ${verb}: ${listed(gains)}.`
  return `${moved}${lost > 0n ? ` ${showVotes(lost)} ${end}.` : ""}`
}

type Final = Pick<Result, "quorumReached" | "winners"> & { readonly ties: ReadonlyArray<Tie> | null }

const saysOf = (round: Round, next: Round | undefined, nameOf: Names, tie: string | undefined): string => {
  if (round.elected !== undefined) {
    return `${seatsWords(nameOf, round, tie)}${next === undefined ? "" : movesTo(round, next, nameOf)}`.trim()
  }
  if (tie !== undefined) {
    return `${tie}${round.eliminated === null || next === undefined ? "" : movesTo(round, next, nameOf)}`
  }
  if (round.eliminated !== null) {
    const moves = next === undefined ? "" : movesTo(round, next, nameOf)
    return `${nameOf(round.eliminated)} is eliminated.${moves}`
  }
  const counted = round.votes.reduce((sum, { votes }) => sum + readVotes(votes), 0n)
  const first = round.votes.reduce((best, line) => (readVotes(line.votes) > readVotes(best.votes) ? line : best))
  const out = round.exhausted === "0" ? "" : ` Exhausted ballots: ${showVotes(readVotes(round.exhausted))}.`
  return `${nameOf(first.key)} has ${showVotes(readVotes(first.votes))} of ${showVotes(counted)}.${out}`
}

const tieOf = (final: Final | null, round: number, nameOf: Names): string | undefined => {
  const tie = final?.ties?.find((one) => one.round === round)
  return tie === undefined || final === null ? undefined : tieWords(nameOf, tie, final)
}

/** Of several seats: whether a choice is elected by the end of this round. */
const isElected = (rounds: ReadonlyArray<Round>, index: number, key: string): boolean =>
  rounds.slice(0, index + 1).some(({ elected = [] }) => elected.includes(key))

/** The first in each round is on top, as in the table below the chart. */
export const shownRounds = (
  rounds: ReadonlyArray<Round>,
  final: Final | null,
  nameOf: Names
): ReadonlyArray<ShownRound> =>
  rounds.map((round, index) => ({
    tallies: [...round.votes]
      .sort((one, other) => {
        const more = readVotes(other.votes) - readVotes(one.votes)
        return more > 0n ? 1 : more < 0n ? -1 : 0
      })
      .map(({ key, votes }) => ({
        name: nameOf(key),
        votes: Number(votes),
        text: showVotes(readVotes(votes)),
        state:
          key === round.eliminated
            ? ("leaves" as const)
            : final?.winners.includes(key) === true && (index === rounds.length - 1 || isElected(rounds, index, key))
              ? ("wins" as const)
              : ("stays" as const)
      })),
    says: saysOf(round, rounds[index + 1], nameOf, tieOf(final, index + 1, nameOf))
  }))
