/** Work with pairings, some tens of milliseconds each: done in a thread of its own where there is one. Pure. */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { isRoundSignature } from "../timelock"
import type { BeaconRound } from "./BeaconRound"
import type { Sealed } from "./Sealed"
import { type Content, openContent } from "./SealedBody"

/** A signature to be compared with its round. */
export interface ToVerify extends Pick<BeaconRound, "publicKey" | "round"> {
  readonly signature: string
}
/** Ballots to be opened by a signature that was verified. */
export interface ToOpen {
  readonly signature: string
  readonly ballots: ReadonlyArray<Sealed>
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

export const openOne = (sealed: Sealed, signature: string): Opened =>
  Either.match(openContent(sealed, hexToBytes(signature)), {
    onLeft: (spoilt): Opened => ({ spoilt }),
    onRight: (content): Opened => ({ content })
  })
