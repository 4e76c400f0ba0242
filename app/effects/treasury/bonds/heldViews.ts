/** Types of a holder's pages and receipts from their loaders. Types only: pages load this file. */
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { AmountText } from "~/effects/base/amounts/AmountText"
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { OrderView, SeriesCard } from "./views"

/** A person's holding of one series, on their dashboard. */
export interface OwnHolding {
  readonly id: string
  readonly code: string
  /** What it pays in; of collateral, the token of that. */
  readonly symbol: string
  /** Whole units on the ledger; null if it was never read. */
  readonly units: number | null
  /** For all units held, or for one unit if their number is unknown. */
  readonly next: {
    /** `collateral`: the holder can take it since `dueAt`. */
    readonly kind: "coupon" | "redemption" | "collateral"
    readonly dueAt: number
    readonly amount: AmountText
    readonly isDue: boolean
  }
  /** There are units that can be redeemed now. */
  readonly mayRedeem: boolean
}

export interface OwnHoldings {
  readonly rows: ReadonlyArray<OwnHolding>
  readonly hasMore: boolean
  /** Null if the ledger was never read. */
  readonly time: LedgerTime | null
}

export interface ReceiptLine {
  readonly id: string
  readonly kind: "purchase" | "redemption" | "coupon"
  readonly number: string
  readonly code: string
  readonly units: number
  readonly amount: string
  readonly symbol: string
  readonly settledAt: number
}

/** Fields that only a coupon has. */
export interface CouponPart {
  readonly dueAt: number
  /** Ledger version at which holders were counted. */
  readonly recordVersion: number
  readonly paidTo: "account" | "locker"
  /** Nobody claimed it in time, and the treasury has withdrawn it. */
  readonly isTakenBack: boolean
  /** It left the locker in a transaction that was not made on this site. */
  readonly isLeft: boolean
}

export interface ReceiptView extends ReceiptLine {
  readonly community: { readonly name: string; readonly tagline: string; readonly slug: string; readonly seal: string }
  readonly account: AccountAddress
  readonly name: string | null
  readonly perUnit: string
  readonly txId: string
  readonly stateVersion: number
  readonly checkCode: string
  readonly filePath: string
  readonly series: SeriesCard
  readonly coupon: CouponPart | null
  /** Whole days from the due date, or from the request if later; 0 for a purchase. */
  readonly daysLate: number
  /** Squares of the code that opens the verify page: an SVG path, and the number of squares on a side. */
  readonly qr: { readonly path: string; readonly size: number }
  readonly confirmation: "confirmed" | "missing" | "unknown"
}

export type ReceiptsPage =
  | {
      readonly view: "list"
      readonly now: number
      readonly lines: ReadonlyArray<ReceiptLine>
      readonly next: string | null
    }
  | { readonly view: "single"; readonly now: number; readonly receipt: ReceiptView }

/** A holder's own page across communities. It shows what a series owes them and nothing of its community. */
export interface HeldPage {
  readonly now: number
  readonly hasProfile: boolean
  readonly holdings: ReadonlyArray<HeldView>
  readonly receipts: ReadonlyArray<ReceiptLine & { readonly filePath: string }>
  readonly time: LedgerTime | null
}

export interface HeldView extends Pick<HoldingView, "held" | "mayRedeem" | "orders"> {
  readonly communityId: CommunityId
  /** Collateral waits for the account's bonds. */
  readonly mayTake: boolean
  readonly series: Pick<
    SeriesCard,
    | "id"
    | "code"
    | "name"
    | "state"
    | "symbol"
    | "faceValue"
    | "saleOpensAt"
    | "saleClosesAt"
    | "settleBy"
    | "settleMode"
    | "maturesAt"
    | "payments"
    | "defaultedAt"
    | "lateSince"
    | "collateralFrom"
  >
}

export interface HoldingView {
  readonly series: SeriesCard
  /** Balance on the ledger now; null if it does not answer. */
  readonly held: string | null
  readonly bought: number
  readonly paid: string
  readonly received: string
  /** The next payment for all units held. */
  readonly next: { readonly dueAt: number; readonly amount: string } | null
  readonly toCome: string
  /** The face value of all units held. */
  readonly atMaturity: string
  readonly mayRedeem: boolean
  readonly orders: ReadonlyArray<OrderView>
}

export interface MyBondsPage {
  readonly now: number
  readonly communityId: CommunityId
  readonly account: AccountAddress | null
  readonly holdings: ReadonlyArray<HoldingView>
  readonly openSales: ReadonlyArray<{ readonly code: string; readonly name: string }>
  readonly time: LedgerTime | null
}
