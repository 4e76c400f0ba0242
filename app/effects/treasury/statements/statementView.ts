/** A statement of a treasury, as pages and files show it. Pages load this file. */
import type { AmountText } from "~/effects/base/amounts/AmountText"
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { Curve } from "./curve"
import type { Period } from "./period"
import type { Reason } from "./reasons"

/** Of more movements there is no picture. As many are read within a few hundredths of a second. */
export const MOST_ADDED = 5_000

export interface StatementToken {
  readonly resource: string
  readonly name: string
  readonly opening: AmountText
  /** With fees: what is sent has those that were paid. */
  readonly received: AmountText
  readonly sent: AmountText
  /** Without fees: opening, paid in and paid out, less the fees, are the closing balance. */
  readonly paidIn: AmountText
  readonly paidOut: AmountText
  readonly fees: AmountText
  readonly closing: AmountText
  /** The ledger's closing balance less this one; null where the ledger could not be asked. */
  readonly difference: AmountText | null
  readonly hasMoved: boolean
}

export interface StatementReason {
  readonly reason: Reason
  readonly movements: number
  readonly sums: ReadonlyArray<{ readonly name: string; readonly amount: AmountText }>
}

export interface StatementMovement {
  /** Of the treasury's account, or of those in which something is set aside from it. */
  readonly part: "treasury" | "escrow"
  readonly txId: string
  readonly at: number
  readonly stateVersion: number
  readonly resource: string
  readonly name: string
  readonly reason: Reason
  /** Which vote, payout or series; empty where there is none. */
  readonly about: string
  /** Where that is, below the community's address; null where it has no page. */
  readonly path: string | null
  /** None: nobody who opened the treasury with a badge is known. Several sign together. */
  readonly signers: ReadonlyArray<{ readonly account: string; readonly name: string | null }>
  /** Of what several signers approved: its short code, and where anybody checks who signed it. */
  readonly request: { readonly code: string; readonly check: string } | null
  /** Without the fee. */
  readonly amount: AmountText
  /** As a positive amount. */
  readonly fee: AmountText
  /** Of its token, after it. */
  readonly balance: AmountText
}

/** What is set aside from the treasury: the second block of a statement. */
export interface EscrowBlock {
  readonly tokens: ReadonlyArray<StatementToken>
  readonly reasons: ReadonlyArray<StatementReason>
  readonly count: number
}

/** Whether the ledger has at both ends what is stated. */
export type Proof = "proven" | "differs" | "unproven"

export interface Statement {
  readonly slug: string
  readonly treasury: string
  readonly period: Period
  readonly title: string
  readonly now: number
  readonly isRunning: boolean
  readonly began: number
  readonly proof: Proof
  /** The ledger's moments at both ends; null before the treasury was made, or where it could not be asked. */
  readonly opening: LedgerTime | null
  readonly closing: LedgerTime | null
  /** To compare a printed one with; null while the period goes on. */
  readonly code: string | null
  /** Those that moved first. */
  readonly tokens: ReadonlyArray<StatementToken>
  readonly reasons: ReadonlyArray<StatementReason>
  /** Null where nothing was ever set aside. */
  readonly escrow: EscrowBlock | null
  /** Both blocks: what moved between them is neither in nor out. Null where there is no second one. */
  readonly total: ReadonlyArray<StatementToken> | null
  /** Of the token that moved most; null where nothing moved, or too much. */
  readonly curve: Curve | null
  /** Of all of the period in the treasury's account. */
  readonly count: number
  readonly movements: ReadonlyArray<StatementMovement>
  /** From where later movements go on; null at the end. */
  readonly next: string | null
  readonly isFirstPage: boolean
}

export interface PeriodLink {
  readonly search: string
  readonly title: string
}

export type StatementPage =
  | { readonly state: "none" }
  | {
      readonly state: "shown"
      /** The last crumb. */
      readonly item: string
      readonly statement: Statement
      /** A code that somebody has on paper, and whether it is this statement's; null where none was asked about. */
      readonly checked: { readonly code: string; readonly isSame: boolean } | null
      readonly earlier: PeriodLink | null
      readonly later: PeriodLink | null
      /** The year of a month; the months of a year. */
      readonly others: ReadonlyArray<PeriodLink>
    }

export const statementPath = (communityId: string, search: string): string =>
  `/community/detail/${communityId}/statement${search === "" ? "" : `?${search}`}`
