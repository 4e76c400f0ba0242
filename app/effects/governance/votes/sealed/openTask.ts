/** Work with pairings, some tens of milliseconds each: done in a thread of its own where there is one. Pure. */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { isRoundSignature } from "../timelock"
import type { BeaconRound } from "./BeaconRound"
import type { LengthRules } from "./length"
import type { Sealed } from "./Sealed"
import { type Bound, type Content, openContent } from "./SealedBody"

/** A signature to be compared with its round. */
export interface ToVerify extends Pick<BeaconRound, "publicKey" | "round"> {
  readonly signature: string
}
/** A sealed part, with the ballot that it stands on. */
export interface OnBallot extends Bound {
  readonly sealed: Sealed
}
/** Ballots of one vote to be opened by a signature that was verified. */
export interface ToOpen extends Pick<LengthRules, "sealedBody"> {
  readonly signature: string
  readonly ballots: ReadonlyArray<OnBallot>
}
/** A file that was posted, as text, and how many sealed ballots of it are opened. */
export interface ToCheck {
  readonly text: string
  readonly most: number
}

/** What was sealed; or why it does not open. Plain data, which threads can hand to each other. */
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
