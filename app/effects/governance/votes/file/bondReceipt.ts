/** The form of a bond receipt file: units swapped for money, or a coupon paid (docs/product/bonds.md). */

import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { ResourceAddress } from "~/ledger/address"
import { AccountAddress, Decimal, Digest, Id, Instant, NetworkId, Origin } from "../fields"

/** `bond-receipt/1` did not name the site that issued it; files of that time are still valid. */
const WITHOUT_ORIGIN = "bond-receipt/1"
export const BOND_RECEIPT_SCHEMA = "bond-receipt/2"
export const isBondReceiptSchema = (schema: unknown): boolean =>
  schema === WITHOUT_ORIGIN || schema === BOND_RECEIPT_SCHEMA

const address = <A extends string = string>(prefix: string) => {
  const shape = new RegExp(`^${prefix}_[a-z0-9_]{30,100}$`)
  return Schema.String.pipe(Schema.filter((text): text is A => shape.test(text)))
}
const Version = Schema.Int.pipe(Schema.positive())

/** Purchases are numbered R-…-000001, payments R-…-P000001. */
export const RECEIPT_NUMBER = /^R-[A-Z0-9]{1,8}-\d{4}[A-Z]{1,2}-P?\d{6,12}$/

const common = {
  networkId: NetworkId,
  number: Schema.String.pipe(Schema.pattern(RECEIPT_NUMBER)),
  community: CommunityId,
  series: Id,
  code: Schema.String,
  termsDigest: Digest,
  bondResource: address<ResourceAddress>("resource"),
  currency: address<ResourceAddress>("resource"),
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
const swap = {
  ...common,
  kind: Schema.Literal("purchase", "redemption"),
  subintent: address("subtxid")
}

/** Paid to the accounts that held units at a ledger version. */
const coupon = {
  ...common,
  kind: Schema.Literal("coupon"),
  dueAt: Instant,
  recordVersion: Version,
  /** An account that does not accept deposits finds the amount in the community's locker. */
  paidTo: Schema.Literal("account", "locker"),
  /** Number of the payout that paid it. */
  distribution: Version
}

const withoutOrigin = { schema: Schema.Literal(WITHOUT_ORIGIN) }
/** `origin`: scheme, host and port of the site that issued the receipt and can confirm it. */
const withOrigin = { schema: Schema.Literal(BOND_RECEIPT_SCHEMA), origin: Origin }

const SwapReceipts = [Schema.Struct({ ...withoutOrigin, ...swap }), Schema.Struct({ ...withOrigin, ...swap })] as const
const CouponReceipts = [
  Schema.Struct({ ...withoutOrigin, ...coupon }),
  Schema.Struct({ ...withOrigin, ...coupon })
] as const

export const CouponReceipt = Schema.Union(...CouponReceipts)
export const BondReceipt = Schema.Union(...SwapReceipts, ...CouponReceipts)
export type BondReceipt = typeof BondReceipt.Type

/** The schema for a value by its own `schema` and `kind`, so that errors can be precise. */
export const formOfReceipt = (value: unknown): Schema.Schema<BondReceipt> => {
  const { kind, schema } = typeof value === "object" && value !== null ? (value as Partial<BondReceipt>) : {}
  const [first, second] = kind === "coupon" ? CouponReceipts : SwapReceipts
  // Each schema reads a part of the union; the types do not express this, because schemas also write.
  return (schema === WITHOUT_ORIGIN ? first : second) as unknown as Schema.Schema<BondReceipt>
}
