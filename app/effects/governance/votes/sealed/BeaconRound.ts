/**
 * A public randomness beacon, and the round of it that opens a sealed vote (docs/votes.md). A beacon signs one round
 * per period; a round's signature opens what was sealed to it. Pure.
 */
import { Schema } from "effect"

const hex = (digits: number) => Schema.String.pipe(Schema.pattern(new RegExp(`^[0-9a-f]{${digits}}$`)))

/** A point of G1: 48 bytes. */
export const RoundSignature = hex(96)

/** What a vote's frozen rules name. */
export const BeaconRound = Schema.Struct({
  /** Hash of the beacon's own description, which identifies it in requests. */
  chain: hex(64),
  /** A point of G2: 96 bytes. */
  publicKey: hex(192),
  round: Schema.Int.pipe(Schema.positive())
})
export type BeaconRound = typeof BeaconRound.Type

export const isSameRound = (one: BeaconRound, other: BeaconRound | null): boolean =>
  one.chain === other?.chain && one.publicKey === other.publicKey && one.round === other.round

/** The same with the round's signature, as stated in a ballot file. */
export const OpenedRound = Schema.Struct({ ...BeaconRound.fields, signature: RoundSignature })
export type OpenedRound = typeof OpenedRound.Type

/** Identifies a beacon, and says when it signs. */
export interface BeaconChain extends Pick<BeaconRound, "chain" | "publicKey"> {
  /** Unix seconds of round 1. */
  readonly genesis: number
  /** Seconds from one round to the next. */
  readonly period: number
}

type Times = Pick<BeaconChain, "genesis" | "period">

/** The newest round at a time in Unix milliseconds; 0 or less before the first. */
export const roundAt = ({ genesis, period }: Times, ms: number): number =>
  Math.floor((ms / 1000 - genesis) / period) + 1

/** When a round is signed, in Unix milliseconds. */
export const timeOf = ({ genesis, period }: Times, round: number): number => (genesis + (round - 1) * period) * 1000

/** By then voting has ended everywhere, even if clocks differ. */
const AFTER_CLOSE_MS = 30_000

/** The first round that is at least 30 seconds after the close. */
export const roundAfter = (times: Times, closesAt: number): number => {
  const earliest = closesAt + AFTER_CLOSE_MS
  const round = Math.max(1, roundAt(times, earliest))
  return timeOf(times, round) < earliest ? round + 1 : round
}
