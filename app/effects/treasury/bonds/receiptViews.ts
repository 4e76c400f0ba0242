/** Types of the receipt pages from their loaders. Types only: pages load this file. */
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { SeriesCard } from "./views"

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
