/** What a person holds of one series, as their dashboard shows it (R-D3). Types only: pages load this file. */
import type { AmountText } from "~/effects/base/amounts/AmountText"
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"

export interface OwnHolding {
  readonly id: string
  readonly code: string
  readonly symbol: string
  /** Whole units on the ledger; null while it was never read. */
  readonly units: number | null
  /** For all units held, for one where their number is not known. */
  readonly next: {
    readonly kind: "coupon" | "redemption"
    readonly dueAt: number
    readonly amount: AmountText
    readonly isDue: boolean
  }
  /** There are units to ask the face value of now. */
  readonly mayRedeem: boolean
}

export interface OwnHoldings {
  readonly rows: ReadonlyArray<OwnHolding>
  readonly hasMore: boolean
  /** Null while the ledger was never read. */
  readonly time: LedgerTime | null
}
