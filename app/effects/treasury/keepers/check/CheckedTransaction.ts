/** What the ledger alone says of a transaction that signers of a treasury approved. Types only: pages load this file. */
import type { AmountText } from "~/ledger/amount"

/**
 * - `signed`: a key that the account had then signed the request
 * - `missing`: the account had keys then, and none of them signed
 * - `unknown`: the account names no single key, so its keys cannot be told from the transaction
 */
export type KeyState = "signed" | "missing" | "unknown"

/**
 * One badge that the request shows, and whose key signed for the account that held it; under a rule over keys, one of them
 * that signed.
 */
export interface CheckedSigner {
  /** As `#1#`, or the global id of a key's badge. */
  readonly id: string
  /** Of a key the ledger names none. */
  readonly account: string | null
  /** Of a profile of this site, for who may read the community; else null. */
  readonly name: string | null
  readonly state: KeyState
  /** The key that signed, as `curve:hexadecimal digits`; null without one. */
  readonly key: string | null
  /** What is to be said of its keys; null where there is nothing. */
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
  /** As its signers read and signed it; null without one. */
  readonly message: string | null
  readonly treasury: string
  /** Null under a rule over keys. */
  readonly badge: string | null
  /** That the treasury had just before the transaction. */
  readonly rule: CheckedRule
  readonly signers: ReadonlyArray<CheckedSigner>
  /** Signatures of keys that belong to none of these accounts, or that the rule does not count. */
  readonly others: number
  /** As many as the rule needed signed it, by keys that the accounts had then. */
  readonly isEnough: boolean
  readonly verdict: string
  /** What it does, one sentence for each instruction. */
  readonly does: ReadonlyArray<string>
  readonly manifest: string
}

export interface CheckedTransaction {
  readonly transaction: string
  readonly status: "CommittedSuccess" | "CommittedFailure"
  /** Why the ledger took it as a failure; null where it did not. */
  readonly error: string | null
  readonly stateVersion: number
  /** ISO 8601. */
  readonly at: string
  readonly requests: ReadonlyArray<CheckedRequest>
  /** What it is, where no request of several signers is in it; null otherwise. */
  readonly instead: string | null
  /** What accounts gave and got, by the ledger. */
  readonly moved: ReadonlyArray<{
    readonly account: string
    readonly resource: string
    readonly name: string
    /** Signed. */
    readonly change: AmountText
  }>
  /** The request on a page of this site that the reader may open; null where there is none. */
  readonly known: { readonly href: string; readonly title: string } | null
}

/** On /verify: what was typed, and what was found or why nothing was. */
export type TransactionReply =
  | { readonly kind: "checked"; readonly asked: string; readonly found: CheckedTransaction }
  | { readonly kind: "refused"; readonly asked: string; readonly message: string }
