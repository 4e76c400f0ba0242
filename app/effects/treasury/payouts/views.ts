/** Page data of payouts. Types only: pages load this file. */
import type { AmountText } from "~/effects/base/amounts/AmountText"
import type { ListView, MarksChoice } from "~/effects/base/lists/listView"
import type { ListProblem } from "~/effects/base/lists/problems"
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { StepView } from "~/effects/chain/prepared-transactions/Step"
import type { EscrowState } from "~/effects/treasury/escrow/Escrow"
import type { EscrowSummary } from "~/effects/treasury/escrow/EscrowView"
import type { Batch, Distribution, DistributionRow } from "./Distribution"
import type { RunHead } from "./errors"

export interface TokenHeld {
  readonly resource: string
  readonly symbol: string
  /** Decimal text. */
  readonly amount: string
}

/** The parts of an escrow that show whether a running payout is still being paid. */
export interface RunEscrow {
  readonly state: EscrowState
  /** Signers withdrew something; false if only the relayer refunded. */
  readonly isTaken: boolean
  /** A wallet signs what is left. */
  readonly goesOn: boolean
}

export interface ListPage {
  readonly view: "list"
  readonly now: number
  readonly runs: ReadonlyArray<Distribution & { readonly rowsFailed: number; readonly escrow: RunEscrow | null }>
  /** Payouts of this page whose rows cannot be read. */
  readonly unreadable: ReadonlyArray<RunHead>
  readonly next: number | null
  readonly isFirstPage: boolean
  readonly isHolder: boolean
  /** The ledger did not say whether the reader holds the treasury. */
  readonly isUnsure: boolean
  /** Holders of the community's token, largest first; null without a token, or if the ledger does not respond. */
  readonly holders: HoldersView | null
}

export interface UnreadablePage {
  readonly view: "unreadable"
  readonly item: string
  readonly run: RunHead
  readonly message: string
  readonly isDiscardable: boolean
}

export interface HoldersView {
  readonly time: LedgerTime
  readonly symbol: string
  readonly many: number
  readonly largest: ReadonlyArray<{
    readonly address: string
    readonly name: string | null
    readonly amount: string
    readonly percent: string
  }>
}

/** Threshold and number of the signers. */
export interface EnforcedBy {
  readonly needed: number
  readonly signers: number
}

export interface NewPage {
  readonly view: "new"
  /** Null if a single badge can spend. */
  readonly multisig: EnforcedBy | null
  readonly item: string
  readonly tokens: ReadonlyArray<TokenHeld>
  readonly time: LedgerTime | null
  readonly members: number
  readonly freePayout: string
  readonly isRecoverable: boolean
  /** The first active members by name, for selection. */
  readonly payees: ReadonlyArray<{ readonly account: string; readonly name: string | null }>
  /** The community has more members than these. */
  readonly hasMorePayees: boolean
}

export interface RowView extends DistributionRow {
  readonly name: string | null
}

/** A draft whose list a person has to read, or wants to read again. */
export interface ReadPage {
  readonly view: "read"
  readonly item: string
  readonly run: Distribution
  readonly list: ListView
  /** Ways of writing amounts, each with what it would pay. */
  readonly choices: ReadonlyArray<MarksChoice>
  /** Between the largest and the smallest total of the ways; null if they are the same. */
  readonly difference: AmountText | null
  readonly problems: ReadonlyArray<ListProblem>
  /** What the treasury holds of the token; null if unknown. */
  readonly treasury: string | null
}

export interface RunPage {
  readonly view: "run"
  readonly now: number
  readonly item: string
  readonly run: Distribution
  /** Total of all days; decimal text. */
  readonly wholeTotal: string
  readonly isHolder: boolean
  readonly isUnsure: boolean
  readonly needsVote: boolean
  /** A coupon exactly as its bond's terms owe it. */
  readonly isOwed: boolean
  readonly members: number
  /** Amount that can be paid without a vote; decimal text. */
  readonly freePayout: string
  /** What was paid of this token without a vote in the last 30 days, without this payout; decimal text. */
  readonly paidFreely: string
  readonly approval: { readonly number: number; readonly isApproved: boolean; readonly isOpen: boolean } | null
  /** Rows with errors, listed separately while the list is being edited. */
  readonly wrong: ReadonlyArray<RowView>
  readonly rows: ReadonlyArray<RowView>
  /** The first rows whose tokens left the locker outside this site. */
  readonly left: ReadonlyArray<RowView>
  readonly next: number | null
  readonly isFirstPage: boolean
  readonly chunks: ReadonlyArray<Batch>
  readonly amounts: Amounts | null
  readonly treasury: string | null
  /** Address of the treasury, for those who add money. */
  readonly treasuryAccount: string | null
  /** Dry run of one batch; the reason if it cannot be paid. */
  readonly preview: Preview | null
  /** The transaction that a wallet is or will be asked to sign. */
  readonly step: StepView | null
  /** This site has a relayer key that can pay. */
  readonly isEscrowOffered: boolean
  /** The signers who approve it, for those who may prepare it; null if one badge can spend, and for everyone else. */
  readonly multisig: EnforcedBy | null
  readonly escrow: EscrowSummary | null
}

export interface Amounts {
  readonly smallest: string
  readonly largest: string
  readonly bins: ReadonlyArray<{ readonly label: string; readonly count: number }>
}

export type Preview =
  | {
      readonly ok: true
      readonly size: number
      readonly batches: number
      readonly fee: string
      readonly allFees: string
      /** XRD for fees that go into escrow. */
      readonly escrowFees: string
      /** What the treasury lacks for the escrow; null if it has everything. */
      readonly short: { readonly missing: string; readonly symbol: string } | null
      /** Manifest of the first batch, as the wallet gets it. */
      readonly manifest: string
    }
  | {
      readonly ok: false
      readonly reason: string
      /** What the treasury lacks of the list's total; null if the problem is another one. */
      readonly short: { readonly missing: string; readonly symbol: string } | null
    }
