/**
 * Claim: what our records say waits in a community's locker for an account (docs/product/treasury.md, 3.3). The ledger
 * counts, not these.
 */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { LeftLockers } from "~/effects/treasury/distributions/LeftLocker"

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
  /** What left the locker by transactions that this site did not make. */
  outside: LeftLockers
}).annotations(rowOf("claims"))
export type Claim = typeof Claim.Type

/** With the payout it comes from. */
export const ClaimFrom = Schema.Struct({
  ...Claim.fields,
  title: Schema.NullOr(Schema.String),
  number: Schema.NullOr(Schema.Number),
  finished: Schema.NullOr(Schema.Int),
  /** Whose wallet was asked for the transaction that took it back; of several signers see `recoveredTogether`. */
  recoveredBy: Schema.NullOr(AccountAddress),
  recoveredTogether: Schema.NullOr(Schema.parseJson(Schema.Array(Schema.Struct({ account: AccountAddress }))))
}).annotations(rowOf("claims"))
export type ClaimFrom = typeof ClaimFrom.Type
