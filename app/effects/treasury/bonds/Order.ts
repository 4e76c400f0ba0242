/** Schema of orders: money for units in a sale, units for money after maturity. Isomorphic (docs/product/bonds.md). */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"

/** `buy` in a sale; `redeem` exchanges the same two resources the other way round (docs/product/bonds.md). */
export const Direction = Schema.Literal("buy", "redeem")
export type Direction = typeof Direction.Type

export const OrderState = Schema.Literal("prepared", "signed", "settling", "settled", "lapsed", "withdrawn", "failed")
export type OrderState = typeof OrderState.Type

export const Order = Schema.Struct({
  id: Schema.String,
  seriesId: Schema.String,
  communityId: CommunityId,
  direction: Direction,
  account: AccountAddress,
  units: Schema.Int,
  /** The price of all units, or their face value. */
  total: AmountText,
  state: OrderState,
  subintentHash: Schema.NullOr(Schema.String),
  /** The signed partial transaction, encrypted: anyone who has it can buy at its price (docs/ledger.md). */
  sealed: Schema.NullOr(Schema.String),
  /** Position among the series' orders by the time of signing. */
  seq: Schema.NullOr(Schema.Int),
  signedAt: Schema.NullOr(Schema.Number),
  expiresAt: Schema.Number,
  batchId: Schema.NullOr(Schema.String),
  txId: Schema.NullOr(Schema.String),
  failure: Schema.NullOr(Schema.String),
  createdAt: Schema.Number,
  updatedAt: Schema.Number
}).annotations(rowOf("bond_orders"))
export type Order = typeof Order.Type

/**
 * A batch is `prepared` for the treasury's wallet, `sent` to the ledger, then `committed`; `failed` changed nothing,
 * and `dropped` was discarded unsigned.
 */
export const BatchState = Schema.Literal("prepared", "sent", "committed", "failed", "dropped")
export type BatchState = typeof BatchState.Type

/** Of the lease for the next batch of a series: one page at a time prepares it. */
export const settlementKey = (seriesId: string, direction: Direction): string => `settle:${direction}:${seriesId}`

export const Batch = Schema.Struct({
  id: Schema.String,
  seriesId: Schema.String,
  communityId: CommunityId,
  direction: Direction,
  state: BatchState,
  /** Who signs for the treasury and with which admin badge; for escrow the escrow account, without a badge. */
  account: AccountAddress,
  badgeId: Schema.String,
  /** The escrow it is settled from (`escrow/`); null if the treasury signed it. */
  escrowId: Schema.NullOr(Schema.String),
  orderIds: Schema.parseJson(Schema.Array(Schema.String)),
  units: Schema.Int,
  amount: AmountText,
  txId: Schema.NullOr(Schema.String),
  /** The notarized transaction in hex. Submitting the same bytes again cannot commit twice. */
  payload: Schema.NullOr(Schema.String),
  problem: Schema.NullOr(Schema.String),
  expiresAt: Schema.Number,
  createdAt: Schema.Number,
  updatedAt: Schema.Number
}).annotations(rowOf("bond_batches"))
export type Batch = typeof Batch.Type

/** A purchase or redemption has an order; a coupon has a row of the payout that paid it. */
export const Receipt = Schema.Struct({
  id: Schema.String,
  orderId: Schema.NullOr(Schema.String),
  rowId: Schema.NullOr(Schema.String),
  seriesId: Schema.String,
  communityId: CommunityId,
  kind: Schema.Literal("purchase", "redemption", "coupon"),
  account: AccountAddress,
  units: Schema.Int,
  amount: AmountText,
  txId: Schema.String,
  stateVersion: Schema.Number,
  settledAt: Schema.Number,
  number: Schema.String,
  checkCode: Schema.String,
  /** The canonical document that the check code is the hash of. */
  document: Schema.String
}).annotations(rowOf("bond_receipts"))
export type Receipt = typeof Receipt.Type
