/** What the pages of receipts get from their loaders. Types only: pages load this file. */
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

/** What only a coupon has. */
export interface CouponPart {
  readonly dueAt: number
  /** The ledger version at which holders were counted. */
  readonly recordVersion: number
  readonly paidTo: "account" | "locker"
  /** Unclaimed until its date, and in the treasury again. */
  readonly isTakenBack: boolean
  /** It left the locker by a transaction that this site did not make. */
  readonly isLeft: boolean
}

export interface ReceiptView extends ReceiptLine {
  readonly community: { readonly name: string; readonly tagline: string; readonly slug: string; readonly seal: string }
  readonly account: string
  readonly name: string | null
  readonly perUnit: string
  readonly txId: string
  readonly stateVersion: number
  readonly checkCode: string
  readonly filePath: string
  readonly series: SeriesCard
  readonly coupon: CouponPart | null
  /** Whole days from when a payment was due, or asked for later than that; 0 for a purchase. */
  readonly daysLate: number
  /** Squares of the code that opens the verify page: an SVG path, and how many fit a side. */
  readonly qr: { readonly path: string; readonly size: number }
  readonly standing: "confirmed" | "missing" | "unknown"
}

export type ReceiptsPage =
  | {
      readonly view: "list"
      readonly now: number
      readonly lines: ReadonlyArray<ReceiptLine>
      readonly next: string | null
    }
  | { readonly view: "single"; readonly now: number; readonly receipt: ReceiptView }
