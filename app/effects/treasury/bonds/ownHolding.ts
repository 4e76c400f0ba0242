/** A person's holding of one series on their dashboard. Types only: pages load this file. */
import type { AmountText } from "~/effects/base/amounts/AmountText"
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"

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
