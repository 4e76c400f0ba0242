/** What the pages of bonds get from their loaders. Types only: pages load this file. */

import type { AmountText } from "~/effects/base/amounts/AmountText"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { LeaseView } from "~/effects/chain/ledger-steps/lease"
import type { StepView } from "~/effects/chain/ledger-steps/Step"
import type { StoredDraft } from "~/effects/communities/drafts/Draft"
import type { KeptBy } from "~/effects/treasury/distributions/views"
import type { EscrowView } from "~/effects/treasury/settler/EscrowView"
import type { SeriesValues } from "./formSteps"
import type { Direction, OrderState } from "./Order"
import type { ParkedPanel } from "./parked/views"
import type { Series } from "./Series"
import type { CoverPoint, SeriesEvent } from "./seriesHistory"
import type { Group } from "./words"

export interface PaymentView {
  readonly dueAt: number
  readonly kind: "coupon" | "redemption"
  readonly perUnit: AmountText
  readonly days: number
  readonly status: "due" | "paid" | "late"
  /** When it was paid, Unix milliseconds; null while it is not. */
  readonly paidAt: number | null
  /** Whole days from when it was due, or asked for later than that, until it was paid. */
  readonly daysLate: number
}

export interface CoverView {
  readonly label: string
  readonly share: string
  /** The same in tenths of a per cent. */
  readonly tenths: number
  readonly tone: "ok" | "warn"
  /** What the reserve holds of the currency, and all that is owed out of it by every series. Decimals. */
  readonly held: string
  readonly owed: string
  /** What other series owe out of the same account; `code` is null for those of other communities. */
  readonly shared: ReadonlyArray<{ readonly code: string | null; readonly owed: string }>
}

/** A series on one line of a list. */
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
}

/** One of those that are open somewhere. */
export interface PublicSale extends SeriesRow {
  readonly community: { readonly slug: string; readonly name: string }
}

export interface SeriesCard extends SeriesRow {
  readonly group: Group
  readonly settleBy: number
  readonly totalReturn: string
  readonly payments: ReadonlyArray<PaymentView>
  /** All that one unit pays. */
  readonly owedPerUnit: AmountText
  /** All that was paid to holders, and all that is still owed. Decimals. */
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
  /** Whose account the reserve is: the community's treasury, or another one. */
  readonly isTreasuryReserve: boolean
  /** Orders that wait for the swap or were swapped. */
  readonly orders: number
  readonly termsDigest: string | null
  readonly bondResource: string | null
  readonly issueTxId: string | null
  /** Number of the proposal that approved it; null where nobody had to vote. */
  readonly decidedIn: number | null
}

export interface BuyView {
  /** Why this person cannot order; null where they can. */
  readonly refusal: string | null
  /** Units of earlier orders. */
  readonly have: number
  readonly least: number
  readonly most: number
  /** What the account holds of the currency; null where the ledger was not asked or does not answer. */
  readonly held: string | null
  readonly orders: ReadonlyArray<OrderView>
}

export interface PanelView {
  readonly direction: Direction
  /** The first of those that wait, are being settled or failed, as they will be settled. */
  readonly orders: ReadonlyArray<OrderView & { readonly account: string }>
  readonly waitingOrders: number
  readonly waitingUnits: number
  readonly isUnderWay: boolean
  /** Whose wallet has the next batch; null where nobody's has. */
  readonly lease: LeaseView | null
  /** What live events about the next batch carry. */
  readonly topic: string
  /** The sale stands or falls as a whole: more orders wait than one transaction takes, and its minimum is not reached. */
  readonly isWhole: boolean
  /** The coupon that must be paid before units are redeemed. */
  readonly couponDue: number | null
  readonly maySettle: boolean
  readonly mayCancel: boolean
  readonly isMissed: boolean
  /** What the site's key settles from; null where it cannot. */
  readonly parked: ParkedPanel | null
  /** So many keepers open the treasury, and no batch is signed by hand; null where one badge does. */
  readonly keptBy: KeptBy | null
}

/** Everything about one series that anybody may read. */
export interface SeriesSheetView {
  readonly now: number
  readonly series: Terms
  /** Accounts that hold units, the treasury's left out; null where the ledger does not answer. */
  readonly holders: number | null
  /** Oldest first. */
  readonly cover: ReadonlyArray<CoverPoint>
  /** Newest first. */
  readonly events: ReadonlyArray<SeriesEvent>
  /** What left its escrow accounts by transactions that this site did not make, the oldest first. */
  readonly withdrawn: EscrowView["unknown"]
  readonly time: LedgerTime | null
}

export interface PublicBondPage extends SeriesSheetView {
  readonly community: { readonly id: string; readonly slug: string; readonly name: string }
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
      /** Orders of these directions are settled by the site's key as they come. */
      readonly selfSettled: ReadonlyArray<Direction>
      readonly item: string
      readonly communityId: string
      readonly buy: BuyView
      readonly panel: PanelView | null
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
  /** The transaction that issues it, for any wallet it was prepared for. */
  readonly step: StepView | null
  /** What tells that a wallet was asked. */
  readonly stepTopic: string
  /** So many keepers issue it together; null where one badge does. */
  readonly keptBy: KeptBy | null
  /** The keepers have it before them. */
  readonly isAsked: boolean
}

export interface IssuePage {
  readonly now: number
  readonly communityId: string
  readonly account: string | null
  readonly isDeployed: boolean
  readonly tokenSymbol: string | null
  /** Of the draft that is being written, and 0 for one that is not stored yet. */
  readonly draftId: string
  readonly version: number
  readonly code: string | null
  readonly values: SeriesValues
  /** What was typed and not sent. */
  readonly kept: StoredDraft | null
  /** The draft that is being looked at. */
  readonly review: Review | null
  readonly isEditing: boolean
  readonly drafts: ReadonlyArray<DraftLine>
}
