/** Data of the table of ballots. Types only: pages load this file. */
import type { Person } from "~/effects/access/Person"

/** One line of the table of ballots. While results are hidden, members that reveal a choice are null. */
export interface BallotLine {
  readonly seq: number
  readonly voter: Person | null
  readonly choice: string | null
  /** Of a poll for a date: 2 for Yes, 1 for If need be, 0 for No, by time. Null for other votes. */
  readonly answers: Readonly<Record<string, number>> | null
  /** Sealed and not opened yet. */
  readonly isSealed: boolean
  /** Why a spoilt ballot is not counted; otherwise null. */
  readonly spoilt: string | null
  /** The voter's own weight. */
  readonly weight: string | null
  /** Delegated weight that counts with this ballot; null while results are hidden. */
  readonly delegated: string | null
  readonly reason: string | null
  readonly castAt: string | null
  /** A later ballot of the same voter counts instead; null while hidden. */
  readonly isReplaced: boolean | null
  readonly digest: string
  readonly publicKey: string
  readonly curve: "curve25519" | "secp256k1"
  readonly signature: string
  readonly entryHash: string
  /**
   * What the ledger returned about the account's keys when the ballot was taken; null for ballots from before that was
   * stored.
   */
  readonly seen: {
    readonly stateVersion: number
    /** Hashes of the account's owner keys; null if the ledger listed none and the address derives from the key. */
    readonly owners: ReadonlyArray<string> | null
  } | null
}

export interface BallotsPage {
  readonly ballots: ReadonlyArray<BallotLine>
  /** All ballots of the vote, whatever the filters. */
  readonly total: number
  readonly choice: string
  readonly q: string
  /** Key of the previous page; null on the first. */
  readonly before: number | null
  /** Key of the next page; null on the last. */
  readonly after: number | null
}
