/** Types of the bond pages from their loaders. Types only: pages load this file. */
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { AmountText } from "~/effects/base/amounts/AmountText"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { LeaseView } from "~/effects/chain/prepared-transactions/lease"
import type { StepView } from "~/effects/chain/prepared-transactions/Step"
import type { StoredDraft } from "~/effects/communities/drafts/Draft"
import type { EscrowSummary, EscrowView } from "~/effects/treasury/escrow/EscrowView"
import type { EnforcedBy } from "~/effects/treasury/payouts/views"
import type { CoverPoint } from "./cover"
import type { SeriesValues } from "./formSteps"
import type { Direction, OrderState } from "./Order"
import type { Series } from "./Series"
import type { SecuredView, VaultFacts } from "./secured/secured"
import type { Group } from "./words"

/** Escrow of a series, for treasury holders. */
export interface EscrowPanel {
  readonly direction: Direction
  readonly escrow: EscrowSummary | null
  /** The transaction that a wallet is asked for: to fund it or to withdraw. */
  readonly step: StepView | null
  /** What can be put in escrow now; null if nothing can. `total` is for `units`, with XRD for fees. */
  readonly offer: { readonly units: number; readonly total: string; readonly fees: string } | null
}

export interface PaymentView {
  readonly dueAt: number
  readonly kind: "coupon" | "redemption"
  readonly perUnit: AmountText
  readonly days: number
  readonly status: "due" | "paid" | "late"
  /** Time of payment, Unix milliseconds; null if unpaid. */
  readonly paidAt: number | null
  /** Whole days from the due date, or from the request if later, to the payment. */
  readonly daysLate: number
}

export interface CoverView {
  readonly label: string
  readonly share: string
  /** Share in tenths of a percent. */
  readonly tenths: number
  readonly tone: "ok" | "warn"
  /** The reserve's balance in the currency, and everything that all series owe from it. Decimals. */
  readonly held: string
  readonly owed: string
  /** What other series owe from the same account; `code` is null for other communities. */
  readonly shared: ReadonlyArray<{ readonly code: string | null; readonly owed: string }>
}

/** A series in one line of a list. */
export interface SeriesRow
  extends Pick<
    Series,
    | "id"
    | "code"
    | "name"
    | "state"
    | "variant"
    | "symbol"
    | "faceValue"
    | "issuePrice"
    | "units"
    | "sold"
    | "settledUnits"
    | "redeemedUnits"
    | "minRaiseUnits"
    | "audience"
    | "collateralFrom"
    | "saleOpensAt"
    | "saleClosesAt"
    | "maturesAt"
    | "couponRatePct"
    | "couponEvery"
    | "defaultedAt"
    | "lateSince"
    | "endedReason"
  > {
  /** "8.69%", with "about" for coupon bonds. */
  readonly perYear: string
  /** The collateral of each bond; null for a series without. */
  readonly securedBy: { readonly amount: AmountText; readonly symbol: string } | null
}

/** A sale that is open in any community. */
export interface PublicSale extends SeriesRow {
  readonly community: { readonly slug: string; readonly name: string }
}

export interface SeriesCard extends SeriesRow {
  readonly group: Group
  readonly settleBy: number
  readonly totalReturn: string
  readonly payments: ReadonlyArray<PaymentView>
  /** Total payments of one unit. */
  readonly owedPerUnit: AmountText
  /** Total paid to holders, and total still owed. Decimals. */
  readonly paidOut: string
  readonly owed: string
  readonly settleMode: "atClose" | "rolling"
  readonly cover: CoverView | null
}

export interface OrderView {
  readonly id: string
  readonly direction: Direction
  readonly units: number
  readonly total: string
  readonly state: OrderState
  readonly expiresAt: number
  readonly signedAt: number | null
  readonly failure: string | null
  readonly txId: string | null
}

export interface Terms extends SeriesCard {
  readonly purpose: MarkdownTree
  readonly currency: string
  readonly minPerBuyer: number
  readonly maxPerBuyer: number
  readonly reserveAccount: string
  /** Null for a series without collateral. */
  readonly secured: SecuredView | null
  /** Whether the reserve is the community's treasury. */
  readonly isTreasuryReserve: boolean
  /** Number of orders waiting for settlement or settled. */
  readonly orders: number
  readonly termsDigest: string | null
  readonly bondResource: string | null
  readonly issueTxId: string | null
  /** Number of the proposal that approved it; null if no vote was needed. */
  readonly decidedIn: number | null
}

export interface BuyView {
  /** Why this person cannot order; null if they can. */
  readonly refusal: string | null
  /** Units of earlier orders. */
  readonly have: number
  readonly least: number
  readonly most: number
  /** The account's balance in the currency; null if the ledger was not read or does not answer. */
  readonly held: string | null
  readonly orders: ReadonlyArray<OrderView>
}

export interface PanelView {
  readonly direction: Direction
  /** The first orders that wait, are being settled or failed, in the order of settling. */
  readonly orders: ReadonlyArray<OrderView & { readonly account: AccountAddress }>
  readonly waitingOrders: number
  readonly waitingUnits: number
  readonly isUnderWay: boolean
  /** The wallet that has the next batch; null if none has. */
  readonly lease: LeaseView | null
  /** Topic of live events about the next batch. */
  readonly topic: string
  /** All or none: more orders wait than one transaction takes, and the minimum is not reached. */
  readonly isWhole: boolean
  /** Due date of the coupon that must be paid before units are redeemed. */
  readonly couponDue: number | null
  readonly maySettle: boolean
  readonly mayCancel: boolean
  readonly isMissed: boolean
  /** Escrow that the site settles from; null if it cannot. */
  readonly escrow: EscrowPanel | null
  /** The signers of a multisig treasury, which signs no batches by hand; null for single admins. */
  readonly multisig: EnforcedBy | null
}

/** Everything about one series that is public. */
export interface SeriesSheetView {
  readonly now: number
  readonly series: Terms
  /** Number of accounts with units, without the treasury; null if the ledger does not answer. */
  readonly holders: number | null
  /** Oldest first. */
  readonly cover: ReadonlyArray<CoverPoint>
  /** Newest first. */
  readonly events: ReadonlyArray<SeriesEvent>
  /** Transfers from its escrow accounts that this site did not make, oldest first. */
  readonly withdrawn: EscrowView["unknown"]
  /** The collateral of each bond as the ledger has it; null if it does not answer, or without collateral. */
  readonly vaults: ReadonlyArray<VaultView> | null
  readonly time: LedgerTime | null
}

/** One bond's collateral, and the manifest with which its holder takes it with any wallet. */
export interface VaultView extends Pick<VaultFacts, "amount" | "holder" | "isOpen" | "number" | "vault"> {
  /** The treasury has the bond, or its escrow for a sale. */
  readonly isIssuers: boolean
  /** Null while it cannot be taken, or its holder is not an account. */
  readonly manifest: string | null
}

export interface PublicBondPage extends SeriesSheetView {
  readonly community: { readonly id: CommunityId; readonly slug: string; readonly name: string }
}

export type BondsPage =
  | {
      readonly view: "list"
      readonly now: number
      readonly cards: ReadonlyArray<SeriesCard>
      readonly next: string | null
      readonly mayIssue: boolean
      readonly time: LedgerTime | null
    }
  | (SeriesSheetView & {
      readonly view: "single"
      /** Directions in which the site settles orders automatically. */
      readonly selfSettled: ReadonlyArray<Direction>
      readonly item: string
      readonly communityId: CommunityId
      readonly buy: BuyView
      readonly panel: PanelView | null
      /** Whether collateral waits for the reader's own bonds, or for those of the treasury they hold. */
      readonly takes: { readonly own: boolean; readonly treasury: false | "one" | "signers" }
    })

export interface DraftLine {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly state: Series["state"]
}

export interface Review {
  readonly series: Terms
  readonly receives: string
  readonly owes: string
  readonly months: ReadonlyArray<{ readonly label: string; readonly in: string; readonly out: string }>
  readonly worst: { readonly label: string; readonly out: string } | null
  readonly warnings: ReadonlyArray<string>
  readonly needsVote: boolean
  readonly mayOpen: boolean
  /** The transaction that issues it, in whatever wallet it is. */
  readonly step: StepView | null
  /** Topic of live events about that transaction. */
  readonly stepTopic: string
  /** The signers of a multisig treasury; null for single admins. */
  readonly multisig: EnforcedBy | null
  /** The signers have a request to issue it. */
  readonly isAsked: boolean
}

export interface IssuePage {
  readonly now: number
  readonly communityId: CommunityId
  readonly account: AccountAddress | null
  readonly isDeployed: boolean
  readonly tokenSymbol: string | null
  /** Tokens of the treasury that can secure bonds. */
  readonly treasuryTokens: ReadonlyArray<{
    readonly resource: string
    readonly symbol: string
    readonly amount: AmountText
  }>
  /** Id and version of the draft being edited; version 0 if it is not stored yet. */
  readonly draftId: string
  readonly version: number
  readonly code: string | null
  readonly values: SeriesValues
  /** What was typed and not sent. */
  readonly storedDraft: StoredDraft | null
  /** The draft under review. */
  readonly review: Review | null
  readonly isEditing: boolean
  readonly drafts: ReadonlyArray<DraftLine>
}

/** An event of a series, as text. */
export interface SeriesEvent {
  readonly seq: number
  readonly at: number
  readonly words: string
}
