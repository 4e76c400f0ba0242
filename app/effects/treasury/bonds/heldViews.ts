/** Types of a holder's pages from their loaders. Types only: pages load this file. */

import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { ReceiptLine } from "./receiptViews"
import type { OrderView, SeriesCard } from "./views"

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
