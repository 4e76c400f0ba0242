/** The form of a bond's receipt as a file: of units swapped for money, or of a coupon paid (product 3.6.7). */
import { Schema } from "effect"
import { AccountAddress, Decimal, Digest, Id, Instant, NetworkId } from "../fields"

export const BOND_RECEIPT_SCHEMA = "bond-receipt/1"

const address = (prefix: string) => Schema.String.pipe(Schema.pattern(new RegExp(`^${prefix}_[a-z0-9_]{30,100}$`)))
const Version = Schema.Int.pipe(Schema.positive())

/** Purchases are numbered R-…-000001, payments R-…-P000001. */
export const RECEIPT_NUMBER = /^R-[A-Z0-9]{1,8}-\d{4}[A-Z]{1,2}-P?\d{6,12}$/

const common = {
  schema: Schema.Literal(BOND_RECEIPT_SCHEMA),
  networkId: NetworkId,
  number: Schema.String.pipe(Schema.pattern(RECEIPT_NUMBER)),
  community: Id,
  series: Id,
  code: Schema.String,
  termsDigest: Digest,
  bondResource: address("resource"),
  currency: address("resource"),
  symbol: Schema.String,
  account: AccountAddress,
  units: Schema.Int.pipe(Schema.positive()),
  perUnit: Decimal,
  total: Decimal,
  transaction: address("txid"),
  stateVersion: Version,
  settledAt: Instant
}

/** The account signed its half itself. */
export const SwapReceipt = Schema.Struct({
  ...common,
  kind: Schema.Literal("purchase", "redemption"),
  subintent: address("subtxid")
})

/** Paid to whoever held units at a ledger version. */
export const CouponReceipt = Schema.Struct({
  ...common,
  kind: Schema.Literal("coupon"),
  dueAt: Instant,
  recordVersion: Version,
  /** An account that takes nothing from others finds it in the community's locker. */
  paidTo: Schema.Literal("account", "locker"),
  /** Number of the distribution that paid it. */
  distribution: Version
})

export const BondReceipt = Schema.Union(SwapReceipt, CouponReceipt)
export type BondReceipt = typeof BondReceipt.Type
