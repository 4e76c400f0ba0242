/** Types of a treasury's statement on pages and in files. Pages load this file. */
import type { CommunityId } from "~/effects/access/Community"
import type { AmountText } from "~/effects/base/amounts/AmountText"
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { Curve } from "./curve"
import type { Period } from "./period"
import type { Reason } from "./reasons"

/** With more movements there is no chart. This many are read within a few hundredths of a second. */
export const MOST_ADDED = 5_000

export interface StatementToken {
  readonly resource: string
  readonly name: string
  readonly opening: AmountText
  /** Including fees: `sent` contains the fees that were paid. */
  readonly received: AmountText
  readonly sent: AmountText
  /** Without fees: opening, paid in and paid out, less the fees, make the closing balance. */
  readonly paidIn: AmountText
  readonly paidOut: AmountText
  readonly fees: AmountText
  readonly closing: AmountText
  /** The ledger's closing balance minus this one; null if the ledger could not be read. */
  readonly difference: AmountText | null
  readonly hasMoved: boolean
}

export interface StatementReason {
  readonly reason: Reason
  readonly movements: number
  readonly sums: ReadonlyArray<{ readonly name: string; readonly amount: AmountText }>
}

export interface StatementMovement {
  /** In the treasury's account, or in its escrow accounts. */
  readonly part: "treasury" | "escrow"
  readonly txId: string
  readonly at: number
  readonly stateVersion: number
  readonly resource: string
  readonly name: string
  readonly reason: Reason
  /** The vote, payout or series; empty if there is none. */
  readonly about: string
  /** Its page below the community's address; null without one. */
  readonly path: string | null
  /** Empty if no signer is known. Several people may sign together. */
  readonly signers: ReadonlyArray<{ readonly account: string; readonly name: string | null }>
  /** For an approved request: its short code, and the page where anybody can check who approved it. */
  readonly request: { readonly code: string; readonly check: string } | null
  /** Without the fee. */
  readonly amount: AmountText
  /** As a positive amount. */
  readonly fee: AmountText
  /** Balance of its token after it. */
  readonly balance: AmountText
}

/** The escrow accounts, the second block of a statement. */
export interface EscrowBlock {
  readonly tokens: ReadonlyArray<StatementToken>
  readonly reasons: ReadonlyArray<StatementReason>
  readonly count: number
}

/** Whether the ledger's balances at both ends agree with the statement. */
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
  /** Ledger times of both ends; null before the treasury existed, or if the ledger could not be read. */
  readonly opening: LedgerTime | null
  readonly closing: LedgerTime | null
  /** To compare with a printed statement; null while the period runs. */
  readonly code: string | null
  /** In the order in which they first moved. */
  readonly tokens: ReadonlyArray<StatementToken>
  readonly reasons: ReadonlyArray<StatementReason>
  /** Null if nothing was ever set aside. */
  readonly escrow: EscrowBlock | null
  /** Both blocks together: moves between them count neither as in nor as out. Null without the second one. */
  readonly total: ReadonlyArray<StatementToken> | null
  /** The token that moved most; null if nothing moved, or too much. */
  readonly curve: Curve | null
  /** Movements of the whole period in the treasury's account. */
  readonly count: number
  readonly movements: ReadonlyArray<StatementMovement>
  /** Cursor of later movements; null at the end. */
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
      /** Text of the last breadcrumb. */
      readonly item: string
      readonly statement: Statement
      /** A typed check code, and whether it is this statement's; null if none was given. */
      readonly checked: { readonly code: string; readonly isSame: boolean } | null
      readonly earlier: PeriodLink | null
      readonly later: PeriodLink | null
      /** For a month its year, for a year its months. */
      readonly others: ReadonlyArray<PeriodLink>
    }

export const statementPath = (communityId: CommunityId, search: string): string =>
  `/community/detail/${communityId}/statement${search === "" ? "" : `?${search}`}`
