/** Work with pairings, some tens of milliseconds per ballot; done in a thread of its own if there is one. Pure. */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { isRoundSignature } from "../timelock"
import type { BeaconRound } from "./BeaconRound"
import type { LengthRules } from "./length"
import type { Sealed } from "./Sealed"
import { type Bound, type Content, openContent } from "./SealedBody"

/** A signature to verify for a round. */
export interface ToVerify extends Pick<BeaconRound, "publicKey" | "round"> {
  readonly signature: string
}
/** A sealed part, with the ballot that it is on. */
export interface OnBallot extends Bound {
  readonly sealed: Sealed
}
/** Ballots of one vote, to be opened with a verified signature. */
export interface ToOpen extends Pick<LengthRules, "sealedBody"> {
  readonly signature: string
  readonly ballots: ReadonlyArray<OnBallot>
}
/** A posted file as text, and the most sealed ballots of it to open. */
export interface ToCheck {
  readonly text: string
  readonly most: number
}

/** The sealed content, or why it does not open. Plain data that can be passed between threads. */
export type Opened = { readonly content: Content } | { readonly spoilt: string }

export const verifyRound = ({ publicKey, round, signature }: ToVerify): boolean =>
  isRoundSignature(hexToBytes(signature), { publicKey: hexToBytes(publicKey), round })

export const openOne = (
  ballot: OnBallot,
  { sealedBody, signature }: Pick<ToOpen, "sealedBody" | "signature">
): Opened =>
  Either.match(openContent(ballot.sealed, hexToBytes(signature), sealedBody, ballot), {
    onLeft: (spoilt): Opened => ({ spoilt }),
    onRight: (content): Opened => ({ content })
  })
