/** What the table of ballots shows. Types only: pages load this file. */
import type { Person } from "~/effects/access/Person"

/** One line of the ballots' table; while results are hidden, what tells a choice is null. */
export interface BallotLine {
  readonly seq: number
  readonly voter: Person | null
  readonly choice: string | null
  /** Sealed, and not opened yet. */
  readonly isSealed: boolean
  /** Why it is not counted, where it is spoilt. */
  readonly spoilt: string | null
  /** The voter's own. */
  readonly weight: string | null
  /** What counts with this ballot of the weight that was delegated to its voter; null while results are hidden. */
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
  /** What the ledger said of the account's keys when the ballot was taken; null of ballots from before that was kept. */
  readonly seen: {
    readonly stateVersion: number
    /** Hashes of the owner keys it named; null where it named none, and the address derives from the key. */
    readonly owners: ReadonlyArray<string> | null
  } | null
}

export interface BallotsPage {
  readonly ballots: ReadonlyArray<BallotLine>
  /** All of the vote, whatever the filters. */
  readonly total: number
  readonly choice: string
  readonly q: string
  /** Of the page before; null on the first. */
  readonly before: number | null
  /** Of the next page; null on the last. */
  readonly after: number | null
}
