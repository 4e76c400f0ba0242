/** What the pages about payouts get from their loaders. Types only: pages load this file. */
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { StepView } from "~/effects/chain/ledger-steps/Step"
import type { EscrowView } from "~/effects/treasury/settler/EscrowView"
import type { Batch, Distribution, DistributionRow } from "./Distribution"

import type { RunHead } from "./errors"
import type { Parking } from "./parked/Parking"

export interface TokenHeld {
  readonly resource: string
  readonly symbol: string
  /** Decimal text. */
  readonly amount: string
}

/** What of its escrow says whether a run under way is still paid. */
export interface RunEscrow {
  readonly state: Parking["state"]
  /** Signers brought something back, not only the relayer key. */
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
  /** Whether the reader holds the treasury could not be asked. */
  readonly isUnsure: boolean
  /** Of the community's token, the largest first; null without a token, or where the ledger does not answer. */
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

/** So many of so many open the treasury. */
export interface KeptBy {
  readonly needed: number
  readonly keepers: number
}

export interface NewPage {
  readonly view: "new"
  /** Null where one badge opens the treasury. */
  readonly keptBy: KeptBy | null
  readonly item: string
  readonly tokens: ReadonlyArray<TokenHeld>
  readonly time: LedgerTime | null
  readonly members: number
  readonly freePayout: string
  readonly isRecoverable: boolean
  /** Active members by name, the first of them; whom to tick. */
  readonly payees: ReadonlyArray<{ readonly account: string; readonly name: string | null }>
  /** There are more than those. */
  readonly hasMorePayees: boolean
}

export interface RowView extends DistributionRow {
  readonly name: string | null
}

export interface RunPage {
  readonly view: "run"
  readonly now: number
  readonly item: string
  readonly run: Distribution
  /** What all its days pay; decimal text. */
  readonly wholeTotal: string
  readonly isHolder: boolean
  readonly isUnsure: boolean
  readonly needsVote: boolean
  /** A coupon as its bond's terms owe it. */
  readonly isOwed: boolean
  readonly members: number
  /** Up to so much is paid without a vote; decimal text. */
  readonly freePayout: string
  /** So much of this token was, in the last 30 days, without this run; decimal text. */
  readonly paidFreely: string
  readonly approval: { readonly number: number; readonly isApproved: boolean; readonly isOpen: boolean } | null
  /** Rows with errors first in their own list while they are mended. */
  readonly wrong: ReadonlyArray<RowView>
  readonly rows: ReadonlyArray<RowView>
  /** The first rows whose tokens left the locker past this site. */
  readonly left: ReadonlyArray<RowView>
  readonly next: number | null
  readonly isFirstPage: boolean
  readonly chunks: ReadonlyArray<Batch>
  readonly amounts: Amounts | null
  readonly treasury: string | null
  /** Its address, for who fills it up. */
  readonly treasuryAccount: string | null
  /** What one of the batches looks like, tried on the ledger; the reason where it cannot be. */
  readonly preview: Preview | null
  /** What the wallet is or will be asked for. */
  readonly step: StepView | null
  /** This site has a key that can pay. */
  readonly isParkingOffered: boolean
  /** Who approves it, for who may prepare it; null where one badge opens the treasury, and for everybody else. */
  readonly keptBy: KeptBy | null
  readonly parking: ParkingView | null
}

/** What a run parked for the site's key, and what became of it. Decimal texts; XRD where they are fees. */
export interface ParkingView
  extends Pick<
    Parking,
    | "state"
    | "batches"
    | "digest"
    | "kept"
    | "parked"
    | "parkedAt"
    | "endedAt"
    | "nextAt"
    | "problem"
    | "total"
    | "fees"
    | "paid"
    | "spent"
    | "returned"
    | "returnedFees"
  > {
  /** Null before it is on the ledger. */
  readonly escrow: EscrowView | null
  /** The ledger has not decided on a batch that was sent. */
  readonly isUnderWay: boolean
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
      /** XRD that parking it sets aside for fees. */
      readonly parkedFees: string
      /** What the treasury lacks for parking it; null where it has all of it. */
      readonly short: { readonly missing: string; readonly symbol: string } | null
      /** Of the first batch, as a wallet is asked for it. */
      readonly manifest: string
    }
  | {
      readonly ok: false
      readonly reason: string
      /** What the treasury lacks of what the list pays; null where something else is in the way. */
      readonly short: { readonly missing: string; readonly symbol: string } | null
    }
