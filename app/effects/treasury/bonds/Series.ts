/** Schema of bond series, their states and what follows from their terms (docs/product/bonds.md). Isomorphic. */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { ProposalId } from "~/effects/governance/votes/fields"
import { SETTLING_MS } from "./limits"
import { couponEveries } from "./schedule"

const SeriesId = Schema.String.pipe(Schema.pattern(/^[a-z2-7]{12}$/))

/**
 * - `draft`: visible to moderators and the owner only; `proposed`: its terms are put to a vote; `approved`: the vote
 * passed
 * - `issuing`: the transaction that issues it is in a wallet or on its way
 * - `scheduled`, `open`, `settling`: before, during and after the sale
 * - `collateral`: of secured bonds: the date has passed, and holders of bonds that were not redeemed can take theirs
 * - `active`: running; `maturing`: due for redemption; `overdue`: a payment is 72 hours late
 */
export const SeriesState = Schema.Literal(
  "draft",
  "proposed",
  "approved",
  "issuing",
  "scheduled",
  "open",
  "settling",
  "active",
  "maturing",
  "overdue",
  "collateral",
  "redeemed",
  "cancelled"
)
export type SeriesState = typeof SeriesState.Type

const Count = Schema.Int
const Time = Schema.Number
/** Kept exactly as the terms write it, because their hash is on the ledger. */
const Decimal = AmountText

export const Series = Schema.Struct({
  id: SeriesId,
  communityId: CommunityId,
  code: Schema.String,
  state: SeriesState,
  author: AccountAddress,
  name: Schema.String,
  /** Markdown. */
  purpose: Schema.String,
  variant: Schema.Literal("zero", "coupon"),
  /** Resource, symbol and divisibility of the currency. */
  currency: ResourceAddress,
  symbol: Schema.String,
  divisibility: Schema.Int,
  faceValue: Decimal,
  issuePrice: Decimal,
  units: Count,
  couponRatePct: Schema.NullOr(Decimal),
  couponEvery: Schema.NullOr(Schema.Literal(...couponEveries)),
  audience: Schema.Literal("public", "members"),
  minPerBuyer: Count,
  maxPerBuyer: Count,
  minRaiseUnits: Count,
  saleOpensAt: Time,
  saleClosesAt: Time,
  settleMode: Schema.Literal("atClose", "rolling"),
  maturesAt: Time,
  reserveAccount: AccountAddress,
  /** Of secured bonds: the token, its symbol, the amount for each bond, and the days from maturity. Else null. */
  collateral: Schema.NullOr(ResourceAddress),
  collateralSymbol: Schema.NullOr(Schema.String),
  collateralAmount: Schema.NullOr(Decimal),
  graceDays: Schema.NullOr(Schema.Int),
  /** When holders can take it, as the ledger says since the issue. */
  collateralFrom: Schema.NullOr(Time),
  /** SHA-256 of the canonical terms, set when they are frozen. */
  termsDigest: Schema.NullOr(Schema.String),
  proposalId: Schema.NullOr(ProposalId),
  bondResource: Schema.NullOr(ResourceAddress),
  issueTxId: Schema.NullOr(Schema.String),
  /** Units of orders that are signed, being settled or settled. */
  sold: Count,
  settledUnits: Count,
  redeemedUnits: Count,
  /** Time of the last redemption, and the longest wait for one in milliseconds. Null before the first. */
  lastRedeemedAt: Schema.NullOr(Time),
  longestWaitMs: Schema.NullOr(Time),
  /** Due date of the first late payment, and when it had been late for 30 days. */
  lateSince: Schema.NullOr(Time),
  defaultedAt: Schema.NullOr(Time),
  /** Why it was cancelled. */
  endedReason: Schema.NullOr(Schema.String),
  notifiedEnding: Schema.Int,
  notifiedMaturity: Schema.Int,
  /** Of secured bonds: 30 days before the collateral opens, 7 days before, and then. */
  notifiedCollateral: Schema.Int,
  /** The late payment of which its holders were notified. */
  notifiedLate: Schema.NullOr(Time),
  version: Schema.Int,
  createdAt: Time,
  updatedAt: Time
}).annotations(rowOf("bond_series"))
export type Series = typeof Series.Type

/** What the form contains and a vote decides on. */
export type SeriesTerms = Pick<
  Series,
  | "name"
  | "purpose"
  | "variant"
  | "currency"
  | "symbol"
  | "divisibility"
  | "faceValue"
  | "issuePrice"
  | "units"
  | "couponRatePct"
  | "couponEvery"
  | "audience"
  | "minPerBuyer"
  | "maxPerBuyer"
  | "minRaiseUnits"
  | "saleOpensAt"
  | "saleClosesAt"
  | "settleMode"
  | "maturesAt"
  | "reserveAccount"
> &
  Partial<Pick<Series, "collateral" | "collateralAmount" | "collateralSymbol" | "graceDays">>

/** What a series has paid so far. Times are Unix milliseconds. */
export interface Paid {
  /** When each coupon was paid, by due date; null while unpaid. */
  readonly coupons: ReadonlyMap<number, number | null>
  /** The last redemption, and the longest wait for one from when it was due and requested. Null before the first. */
  readonly redemption: { readonly at: number; readonly waitedMs: number } | null
}

/** The redemption fields of a series; coupons have rows of their own. */
type Redeemed = Pick<Series, "id" | "lastRedeemedAt" | "longestWaitMs">
export type PaidOf = (series: Redeemed) => Paid

export const redemptionOf = ({ lastRedeemedAt, longestWaitMs }: Redeemed): Paid["redemption"] =>
  lastRedeemedAt === null ? null : { at: lastRedeemedAt, waitedMs: longestWaitMs ?? 0 }

export const nothingPaid: Paid = { coupons: new Map(), redemption: null }

/** Due date of the first coupon that is due and unpaid. */
export const unpaidCoupon = ({ coupons }: Paid, now: number): number | null => {
  const due = [...coupons].flatMap(([dueAt, paidAt]) => (paidAt === null && dueAt <= now ? [dueAt] : []))
  return due.length === 0 ? null : Math.min(...due)
}

/** The latest time of a swap, when every order expires. */
export const settleBy = ({ saleClosesAt }: Pick<Series, "saleClosesAt">): number => saleClosesAt + SETTLING_MS

/** Visible to everybody who can read the community. */
export const isPublished = (state: SeriesState): boolean =>
  state !== "draft" && state !== "proposed" && state !== "approved" && state !== "issuing"

/** Its terms can still be changed. */
export const isEditable = (state: SeriesState): boolean => state === "draft"

export const isRunning = (state: SeriesState): boolean =>
  state === "active" || state === "maturing" || state === "overdue"
