/** `?panel=badges` of a community: who opens its treasury, and what the treasury names as its own. Pages load this file. */
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { StepView } from "~/effects/chain/ledger-steps/Step"
import type { Opens } from "./opens"

/** `mint`: the other gets one of their own. `move`: the giver's own goes over, and with it the treasury. */
export const ways = ["mint", "move"] as const
export type Way = (typeof ways)[number]

export interface BadgeHolder {
  readonly address: string
  /** Null without a profile. */
  readonly name: string | null
  /** As `#1#`. */
  readonly ids: ReadonlyArray<string>
}

/** What a wallet is asked for, or how the last attempt ended. */
export interface Act {
  /** Null where another member's wallet is asked; then `others` is that step. */
  readonly step: StepView | null
  readonly others: StepView | null
  /** It waits for a wallet, or for the ledger. */
  readonly isOpen: boolean
  /** What it does, in a sentence. */
  readonly words: string
}

export interface Claimed {
  readonly address: string
  readonly name: string
}

/** What the treasury names as the community's own on the ledger, and what is missing there (docs/ledger.md, 1.1). */
export interface TreasuryLinks {
  readonly claimed: ReadonlyArray<Claimed>
  readonly missing: ReadonlyArray<Claimed>
  readonly act: Act | null
}

export interface BadgesPage {
  readonly panel: "badges"
  readonly owner: { readonly address: string; readonly name: string | null }
  readonly isOwner: boolean
  /** Of the reader; null without. */
  readonly mine: string | null
  readonly time: LedgerTime
  readonly opens: Opens
  readonly holders: ReadonlyArray<BadgeHolder>
  /** Whom the address names to give one to; empty for nobody. */
  readonly suggested: string
  /** Their proof is too old for giving one (docs/product/treasury.md, 3.5.1). */
  readonly needsProof: boolean
  readonly act: Act | null
  readonly links: TreasuryLinks
}
