/** What a holder's own page gets from its loader. Types only: pages load this file. */
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { ReceiptLine } from "./receiptViews"
import type { HoldingView, SeriesCard } from "./views"

/** A holder's own page, of all communities: of a series it says what a holder is owed, of its community nothing. */
export interface HeldPage {
  readonly now: number
  readonly hasProfile: boolean
  readonly holdings: ReadonlyArray<HeldView>
  readonly receipts: ReadonlyArray<ReceiptLine & { readonly filePath: string }>
  readonly time: LedgerTime | null
}

export interface HeldView extends Pick<HoldingView, "held" | "mayRedeem" | "orders"> {
  readonly communityId: string
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
  >
}
