/**
 * Which of several choices tied at the bottom of a ranked vote is eliminated (docs/votes.md). Pure. The order of the
 * list, which the author chose, decides only without a beacon, or if it changes nothing.
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { Schema } from "effect"
import { BeaconRound } from "../sealed/BeaconRound"
import type { Votes } from "../weight"

/** Frozen in ranked votes since this rule exists; earlier votes always count by the order of the list. */
export const TieRule = Schema.Struct({
  v: Schema.Literal(2),
  /** The round of the draw; null if the site had no beacon when voting opened. */
  beacon: Schema.NullOr(BeaconRound)
})
export type TieRule = typeof TieRule.Type

/** How one tie was decided. */
export const Tie = Schema.Struct({
  /** Round of the run-off, from 1. */
  round: Schema.Int,
  /** All tied choices, in the order of the choices. */
  level: Schema.Array(Schema.String),
  decidedBy: Schema.Literal("noVotes", "earlierRound", "draw", "listOrder", "final"),
  /** The latest earlier round in which some of them differ; null if there is none. */
  earlierRound: Schema.NullOr(Schema.Int),
  /** The choices among which the draw or the order of the list decided. */
  among: Schema.Array(Schema.String),
  /** The beacon's round of a draw. */
  beaconRound: Schema.NullOr(Schema.Int),
  /** Null for a tied final, for a surplus, and for a draw that cannot be made yet. */
  eliminated: Schema.NullOr(Schema.String),
  /** For several seats, if the tie was about which surplus transfers first: whose; null until the draw is made. */
  surplus: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true })
})
export type Tie = typeof Tie.Type

/** What a draw is made with, in hex: the proposal's hash, and the beacon's verified signature of the round. */
export interface Draw {
  readonly proposalDigest: string
  readonly signature: string
}

/**
 * The choice with the lowest number is eliminated: SHA-256 of the proposal's hash, the signature and the choice's key.
 */
const drawnNumber = ({ proposalDigest, signature }: Draw, key: string): string =>
  bytesToHex(sha256(concatBytes(hexToBytes(proposalDigest), hexToBytes(signature), utf8ToBytes(key))))

/** Of these choices, the one with the lowest number. */
export const lowest = (keys: ReadonlyArray<string>, draw: Draw): string =>
  keys.reduce((low, key) => (drawnNumber(draw, key) < drawnNumber(draw, low) ? key : low))

type RoundTally = ReadonlyMap<string, Votes>
const votesIn = (tally: RoundTally | undefined, key: string): Votes => tally?.get(key) ?? 0n

const fewest = (keys: ReadonlyArray<string>, tally: RoundTally | undefined): ReadonlyArray<string> => {
  const least = keys.reduce(
    (low, key) => (votesIn(tally, key) < low ? votesIn(tally, key) : low),
    votesIn(tally, keys[0] ?? "")
  )
  return keys.filter((key) => votesIn(tally, key) === least)
}

/**
 * The choice eliminated after the last of these rounds, in which nobody has more than half; with the tie, if there was
 * one.
 * @param tallies votes of the remaining choices, for each round so far.
 */
export const leaving = (
  continuing: ReadonlyArray<string>,
  tallies: ReadonlyArray<RoundTally>,
  { beacon }: TieRule,
  draw: Draw | null
): { readonly eliminated: string | null; readonly tie: Tie | null } => {
  const round = tallies.length
  const level = fewest(continuing, tallies[round - 1])
  if (level.length === 1) return { eliminated: level[0] ?? null, tie: null }
  const tie = { round, level, earlierRound: null, among: [], beaconRound: null } as const
  const of = (made: Pick<Tie, "decidedBy" | "eliminated"> & Partial<Tie>) => ({
    eliminated: made.eliminated,
    tie: { ...tie, ...made }
  })
  if (continuing.length === 2) return of({ decidedBy: "final", eliminated: null })
  const last = (keys: ReadonlyArray<string>) => keys.at(-1) ?? null
  // They had no votes before either and pass none on, so the order of their elimination changes nothing else.
  if (votesIn(tallies[round - 1], level[0] ?? "") === 0n) return of({ decidedBy: "noVotes", eliminated: last(level) })
  let [among, earlierRound]: [ReadonlyArray<string>, number | null] = [level, null]
  for (let at = round - 1; at >= 1 && among.length > 1; at -= 1) {
    const fewer = fewest(among, tallies[at - 1])
    if (fewer.length < among.length) earlierRound = at
    among = fewer
  }
  if (among.length === 1) return of({ decidedBy: "earlierRound", earlierRound, eliminated: among[0] ?? null })
  if (beacon === null) return of({ decidedBy: "listOrder", earlierRound, among, eliminated: last(among) })
  const eliminated = draw === null ? null : lowest(among, draw)
  return of({ decidedBy: "draw", earlierRound, among, beaconRound: beacon.round, eliminated })
}
