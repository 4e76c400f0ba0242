/**
 * Schema of a claim: our record of what waits for an account in a community's locker (docs/product/treasury.md). The
 * ledger's locker is authoritative.
 */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { LeftLockers } from "~/effects/treasury/payouts/LeftLocker"

export const ClaimState = Schema.Literal("available", "pending", "claimed", "recovered", "left")
export type ClaimState = typeof ClaimState.Type

export const Claim = Schema.Struct({
  id: Schema.String,
  account: AccountAddress,
  communityId: CommunityId,
  resource: ResourceAddress,
  symbol: Schema.String,
  /** Decimal text. */
  amount: AmountText,
  origin: Schema.Literal("distribution", "coupon", "redemption"),
  originId: Schema.String,
  locker: LockerAddress,
  state: ClaimState,
  txId: Schema.NullOr(Schema.String),
  availableVersion: Schema.Number,
  availableAt: Schema.Number,
  recoverAfter: Schema.NullOr(Schema.Number),
  updatedAt: Schema.Number,
  /** What left the locker in transactions that were not made on this site. */
  outside: LeftLockers
}).annotations(rowOf("claims"))
export type Claim = typeof Claim.Type

/** With the payout that it comes from. */
export const ClaimFrom = Schema.Struct({
  ...Claim.fields,
  title: Schema.NullOr(Schema.String),
  number: Schema.NullOr(Schema.Number),
  finished: Schema.NullOr(Schema.Int),
  /** The wallet that was asked for the withdrawal by the treasury; for several signers see `recoveredTogether`. */
  recoveredBy: Schema.NullOr(AccountAddress),
  recoveredTogether: Schema.NullOr(Schema.parseJson(Schema.Array(Schema.Struct({ account: AccountAddress }))))
}).annotations(rowOf("claims"))
export type ClaimFrom = typeof ClaimFrom.Type
