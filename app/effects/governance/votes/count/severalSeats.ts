/**
 * A ranked vote for several seats: the single transferable vote, in the form of the rounds and ties of a run-off
 * (docs/votes.md). Each vote is one paper, so weights are whole. Pure.
 */
import { countTransferable, type Level, type Lot, type Transferable, type Value } from "../elections/transferable"
import type { Result, Round } from "../Tally"
import { formatVotes, readVotes } from "../weight"
import type { Ranking } from "./Count"
import { type Draw, lowest, type Tie, type TieRule } from "./ties"

const ONE = readVotes("1")
/** A value is an integer of 10^-5 votes. */
const VALUE = ONE / 100_000n

interface Seated {
  readonly quota: string
  readonly rounds: ReadonlyArray<Round>
  readonly ties: NonNullable<Result["ties"]>
  /** In the order of their election; empty while a draw cannot be made yet. */
  readonly winners: ReadonlyArray<string>
}

/** By the rule that was frozen when voting opened. */
const lotOf =
  (keys: ReadonlyArray<string>, { beacon }: TieRule, draw: Draw | null): Lot =>
  (among, kind) => {
    if (beacon === null) return (kind === "surplus" ? among[0] : among.at(-1)) ?? null
    if (draw === null) return null
    const named = among.map((candidate) => keys[candidate] ?? "")
    return keys.indexOf(lowest(named, draw))
  }

const decidedBy = ({ among, stage }: Level, { beacon }: TieRule): Tie["decidedBy"] => {
  if (among.length > 0) return beacon === null ? "listOrder" : "draw"
  return stage === null ? "noVotes" : "earlierRound"
}

/**
 * @param keys in the order of the proposal's list.
 * @param rankings weight behind each ranking, in whole votes.
 */
export const countSeats = (
  keys: ReadonlyArray<string>,
  seats: number,
  rankings: ReadonlyArray<Ranking>,
  rule: TieRule,
  draw: Draw | null
): Seated => {
  const places = new Map(keys.map((key, at) => [key, at]))
  const papers = rankings.map((ranking) => ({
    ranks: ranking.keys.flatMap((key) => places.get(key) ?? []),
    count: ranking.votes / ONE
  }))
  const { elected, open, quota, stages } = countTransferable(
    keys.length,
    seats,
    papers,
    new Set(),
    lotOf(keys, rule, draw)
  )
  const keyOf = (candidate: number | null): string | null => (candidate === null ? null : (keys[candidate] ?? null))
  const named = (candidates: ReadonlyArray<number>) => candidates.flatMap((candidate) => keyOf(candidate) ?? [])
  const written = (value: Value) => formatVotes(value * VALUE)

  const tieOf = (round: number, { kind, tie }: NonNullable<Transferable["open"]>): Tie => {
    const by = decidedBy(tie, rule)
    const chosen = keyOf(tie.chosen)
    return {
      round,
      level: named(tie.level),
      decidedBy: by,
      earlierRound: tie.stage,
      among: named(tie.among),
      beaconRound: by === "draw" ? (rule.beacon?.round ?? null) : null,
      ...(kind === "surplus" ? { eliminated: null, surplus: chosen } : { eliminated: chosen })
    }
  }
  const gone = new Set<number>()
  const rounds = stages.map((stage, at): Round => {
    if (stage.kind === "exclusion" && stage.of !== null) gone.add(stage.of)
    const next = stages[at + 1]
    return {
      votes: keys.flatMap((key, candidate) =>
        gone.has(candidate) ? [] : [{ key, votes: written(stage.votes[candidate] ?? 0n) }]
      ),
      exhausted: written(stage.rest),
      eliminated: next?.kind === "exclusion" ? keyOf(next.of) : null,
      elected: named(stage.elected),
      surplus: next?.kind === "surplus" ? keyOf(next.of) : null
    }
  })
  const ties = stages.flatMap(({ kind, tie }, at) =>
    tie === null || kind === "first" ? [] : [tieOf(at, { kind, tie })]
  )
  return {
    quota: String(quota),
    rounds,
    ties: open === null ? ties : [...ties, tieOf(stages.length, open)],
    winners: open === null ? named(elected) : []
  }
}
