/** What is found in each slice of a ballot file, and what the work on slices is. */
import type { Choice } from "../ballot/Ballot"
import type { Eligible } from "../snapshot"
import type { BallotFileHead } from "./BallotFile"
import type { Slice } from "./published"

/** The members before the lists, against which items are checked. */
export type Around = Pick<
  BallotFileHead,
  "networkId" | "dAppDefinitionAddress" | "origin" | "proposal" | "proposalDigest"
>
/** A finding about an item, by its number in its list, from 0. */
export interface Said {
  readonly row: number
  readonly words: string
}
interface Found {
  /** Items with another form or layout than ours: the file has to be read by `readForm` instead. */
  readonly misfits: ReadonlyArray<Said>
}
export interface VotersFound extends Found {
  readonly voters: ReadonlyArray<Eligible>
  readonly order: ReadonlyArray<Said>
}
export interface DelegationsFound extends Found {
  readonly loans: ReadonlyArray<{ readonly from: string; readonly to: string; readonly isDerived: boolean }>
  /** Each on its own; whether both people are on the list is checked later. */
  readonly terms: ReadonlyArray<Said>
  readonly signatures: ReadonlyArray<number>
}
/** A ballot with the members that the chain and the count need. */
export interface Cast {
  readonly account: string
  readonly weight: string
  readonly digest: string
  readonly nonce: string
  readonly supersedes: string | null
  /** Null if it is sealed. */
  readonly choice: Choice | null
}
export interface BallotsFound extends Found {
  /** Null if its choice is still hidden. */
  readonly casts: ReadonlyArray<Cast | null>
  readonly digests: ReadonlyArray<Said>
  readonly signatures: ReadonlyArray<number>
  readonly links: ReadonlyArray<Said>
  /** Keys from which their accounts' addresses derive. */
  readonly derived: number
  /** Only one of ballot and weight is hidden. */
  readonly isMixed: boolean
  /** The link before the first, and that of the last. */
  readonly before: string
  readonly head: string
}

export interface HowToOpen {
  /** The round's signature, hex. */
  readonly signature: string
  /** Rows that stay closed because their voters replaced them. */
  readonly closed: ReadonlyArray<number>
}
export interface OpenedSlice {
  /** In the same order: null for spoilt ballots, undefined for those that stay closed. */
  readonly choices: ReadonlyArray<Choice | null | undefined>
  /** Rows of spoilt ballots that are sealed for another account or vote. */
  readonly copied: ReadonlyArray<number>
}

/** Everything that is done slice by slice. */
export interface SliceWork {
  readonly voters: (slice: Slice, around: Around) => Promise<VotersFound>
  readonly delegations: (slice: Slice, around: Around) => Promise<DelegationsFound>
  readonly ballots: (slice: Slice, around: Around) => Promise<BallotsFound>
  readonly open: (slice: Slice, around: Around, how: HowToOpen) => Promise<OpenedSlice>
}

export const FOLLOWS = "It does not continue from the ballot before it: a ballot was removed, added or moved here."
export const VOTER_ORDER = "It is out of order, listed twice, or not an account of this network."
