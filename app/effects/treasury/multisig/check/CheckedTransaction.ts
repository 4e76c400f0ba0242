/**
 * What the ledger alone says about a transaction that signers of a treasury approved. Types only: pages load this file.
 */
import type { AmountText } from "~/ledger/amount"

/**
 * - `signed`: a key that the account had then signed the request
 * - `missing`: the account had keys then, and none of them signed
 * - `unknown`: the account names no single key, so its keys cannot be told from the transaction
 */
export type KeyState = "signed" | "missing" | "unknown"

/**
 * A badge that the request shows, and the key that signed for its account; under a rule over keys, a key that signed.
 */
export interface CheckedSigner {
  /** As `#1#`, or the global id of a key's badge. */
  readonly id: string
  /** Null for a key: the ledger does not know whose it is. */
  readonly account: string | null
  /** Name of a profile of this site if the reader may read the community; else null. */
  readonly name: string | null
  readonly state: KeyState
  /** The key that signed, as `curve:hexadecimal digits`; null without one. */
  readonly key: string | null
  /** A remark about its keys; null if there is none. */
  readonly note: string | null
}

export interface CheckedRule {
  /** As `#1#`, or the global ids of keys' badges. */
  readonly ids: ReadonlyArray<string>
  readonly needed: number
}

export interface CheckedRequest {
  /** `subtxid_…`, computed from the transaction's bytes. */
  readonly hash: string
  readonly code: string
  /** Message as its signers read and signed it; null without one. */
  readonly message: string | null
  readonly treasury: string
  /** Null under a rule over keys. */
  readonly badge: string | null
  /** The rule of the treasury just before the transaction. */
  readonly rule: CheckedRule
  readonly signers: ReadonlyArray<CheckedSigner>
  /** Signatures of keys that belong to none of these accounts, or that the rule does not count. */
  readonly others: number
  /** Whether as many as the rule required signed it, by keys that the accounts had then. */
  readonly isEnough: boolean
  readonly verdict: string
  /** What it does, one sentence for each instruction. */
  readonly does: ReadonlyArray<string>
  readonly manifest: string
}

export interface CheckedTransaction {
  readonly transaction: string
  readonly status: "CommittedSuccess" | "CommittedFailure"
  /** Why the transaction failed on the ledger; null if it did not. */
  readonly error: string | null
  readonly stateVersion: number
  /** ISO 8601. */
  readonly at: string
  readonly requests: ReadonlyArray<CheckedRequest>
  /** What the transaction is if it contains no request of several signers; null otherwise. */
  readonly instead: string | null
  /** Balance changes of accounts, by the ledger. */
  readonly moved: ReadonlyArray<{
    readonly account: string
    readonly resource: string
    readonly name: string
    /** Signed decimal. */
    readonly change: AmountText
  }>
  /** The page of this site about the request, if the reader may open it; else null. */
  readonly known: { readonly href: string; readonly title: string } | null
}

/** On /verify: what was typed, with the result or the reason why there is none. */
export type TransactionReply =
  | { readonly kind: "checked"; readonly asked: string; readonly found: CheckedTransaction }
  | { readonly kind: "refused"; readonly asked: string; readonly message: string }
