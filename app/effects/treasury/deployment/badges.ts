/**
 * Data of `?panel=badges`: who can spend from the treasury, and what the treasury lists as its own. Pages load this
 * file.
 */
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { StepView } from "~/effects/chain/prepared-transactions/Step"
import type { Opens } from "./opens"

/**
 * `mint` issues a new badge to the recipient. `move` hands over the giver's own badge, and with it their access to the
 * treasury.
 */
export const ways = ["mint", "move"] as const
export type Way = (typeof ways)[number]

export interface BadgeHolder {
  readonly address: string
  /** Null without a profile. */
  readonly name: string | null
  /** For example `#1#`. */
  readonly ids: ReadonlyArray<string>
}

/** A transaction that waits for a wallet, or the result of the last attempt. */
export interface OpenTransaction {
  /** Null while another member's wallet is asked to sign; `others` is then that transaction. */
  readonly step: StepView | null
  readonly others: StepView | null
  /** Waits for a wallet or for the ledger. */
  readonly isOpen: boolean
  /** A sentence that says what it does. */
  readonly words: string
}

export interface Claimed {
  readonly address: string
  readonly name: string
}

/** What the treasury lists as the community's own on the ledger, and what is missing there (docs/ledger.md). */
export interface TreasuryLinks {
  readonly claimed: ReadonlyArray<Claimed>
  readonly missing: ReadonlyArray<Claimed>
  readonly act: OpenTransaction | null
}

export interface BadgesPage {
  readonly panel: "badges"
  readonly owner: { readonly address: string; readonly name: string | null }
  readonly isOwner: boolean
  /** The reader's badge; null without one. */
  readonly mine: string | null
  readonly time: LedgerTime
  readonly opens: Opens
  readonly holders: ReadonlyArray<BadgeHolder>
  /** Recipient suggested by the address of the page; empty if there is none. */
  readonly suggested: string
  /** The reader's last proof is too old to give a badge (docs/product/treasury.md). */
  readonly needsProof: boolean
  readonly act: OpenTransaction | null
  readonly links: TreasuryLinks
}
