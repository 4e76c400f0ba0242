/** Orders: units for money in a sale, money for units after maturity. Isomorphic (docs/product/bonds.md, 3.3, 3.4). */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"

/** `buy` in a sale; `redeem` is the same trio with the two resources exchanged (docs/product/bonds.md, 3.5.6). */
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
  /** The signed partial transaction, encrypted: anyone who has it can buy at its price (docs/ledger.md, 1.5). */
  sealed: Schema.NullOr(Schema.String),
  /** The order in which the series' orders were signed. */
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
 * A batch: `prepared` for the treasury's wallet, `sent` to the ledger, `committed`; `failed` changed nothing, and
 * `dropped` was never signed.
 */
export const BatchState = Schema.Literal("prepared", "sent", "committed", "failed", "dropped")
export type BatchState = typeof BatchState.Type

export const Batch = Schema.Struct({
  id: Schema.String,
  seriesId: Schema.String,
  communityId: CommunityId,
  direction: Direction,
  state: BatchState,
  /** Who signs for the treasury, and which admin badge they hold; the parked account and none where the site's key does. */
  account: AccountAddress,
  badgeId: Schema.String,
  /** What the site's key settles it from (parked/); null where the treasury signed it itself. */
  parkingId: Schema.NullOr(Schema.String),
  orderIds: Schema.parseJson(Schema.Array(Schema.String)),
  units: Schema.Int,
  amount: AmountText,
  txId: Schema.NullOr(Schema.String),
  /** The notarized transaction, hex: the same bytes again commit once at most. */
  payload: Schema.NullOr(Schema.String),
  problem: Schema.NullOr(Schema.String),
  expiresAt: Schema.Number,
  createdAt: Schema.Number,
  updatedAt: Schema.Number
}).annotations(rowOf("bond_batches"))
export type Batch = typeof Batch.Type

/** A purchase and a redemption have an order; a coupon has a row of the distribution that paid it. */
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
  /** The canonical form that the check code stands for. */
  document: Schema.String
}).annotations(rowOf("bond_receipts"))
export type Receipt = typeof Receipt.Type
