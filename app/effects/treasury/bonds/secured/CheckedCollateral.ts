/** What the ledger alone says about a controller with collateral. Types only: pages load this file. */
import type { AmountText } from "~/ledger/amount"

export interface CheckedCollateral {
  readonly controller: string
  readonly verdict: {
    readonly tone: "ok" | "warn" | "bad"
    readonly title: string
    readonly text: string
  }
  /** What is in it now, by name. */
  readonly holds: ReadonlyArray<{ readonly resource: string; readonly name: string; readonly amount: AmountText }>
  /** The bond it belongs to; null if it secures none. */
  readonly bond: {
    readonly resource: string
    readonly name: string
    readonly number: string
    /** The account that has it now; null if the ledger does not say. */
    readonly holder: string | null
    /** What its terms on the ledger promise as its collateral; null if they promise none. */
    readonly promised: { readonly resource: string; readonly amount: string } | null
    readonly termsDigest: string | null
  } | null
  /** From when its holder can take it, ISO 8601; null once anyone has confirmed that it is over, or if it never opens. */
  readonly from: string | null
  readonly stateVersion: number
  readonly at: string
}

/** On /verify: what was typed, with the result or the reason why there is none. */
export type CollateralReply =
  | { readonly kind: "checked"; readonly asked: string; readonly found: CheckedCollateral }
  | { readonly kind: "refused"; readonly asked: string; readonly message: string }
