/**
 * Requests to the signers of a multisig treasury, and their answers (docs/product/multisig.md). Isomorphic: pages load
 * this file.
 */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { couponEveries } from "~/effects/treasury/bonds/schedule"
import { noVotes } from "~/effects/treasury/payouts/voteRule"

/** The proposal that decided on a payment. */
export const Vote = Schema.Struct({ id: Schema.String, number: Schema.Int, title: Schema.String })

const paid = {
  amount: AmountText,
  payee: AccountAddress,
  /** Null without a profile. */
  payeeName: Schema.NullOr(Schema.String)
}
export const PaidOne = Schema.Struct(paid)
export type PaidOne = typeof PaidOne.Type

export const Payment = Schema.Struct({
  kind: Schema.Literal("payment"),
  resource: ResourceAddress,
  symbol: Schema.String,
  ...paid,
  /** Payees after the first, all paid by one transaction. */
  further: Schema.optionalWith(Schema.Array(PaidOne), { default: () => [] }),
  reason: Schema.String,
  vote: Schema.NullOr(Vote),
  /** Why no vote decided exactly this payment; null if one did, and in older payments. */
  noVote: Schema.optionalWith(Schema.NullOr(Schema.Literal(...noVotes)), { default: () => null })
})
export type Payment = typeof Payment.Type

/** A badge or key that counts, with the account and name it had when the request was made. */
export const SignerSlot = Schema.Struct({
  id: Schema.String,
  account: AccountAddress,
  name: Schema.NullOr(Schema.String)
})
export type SignerSlot = typeof SignerSlot.Type

const Rule = Schema.Struct({ ids: Schema.Array(Schema.String), needed: Schema.Int })

export const RuleChange = Schema.Struct({
  kind: Schema.Literal("rule"),
  /** The rule it was proposed under. If the rule is another by now, the change means something else. */
  from: Rule,
  needed: Schema.Int,
  seats: Schema.Array(SignerSlot),
  reason: Schema.String
})
export type RuleChange = typeof RuleChange.Type

/** Any one admin badge opens the treasury again. */
export const Release = Schema.Struct({
  kind: Schema.Literal("release"),
  from: Rule,
  reason: Schema.String
})
export type Release = typeof Release.Type

/** The bond series of a request. */
export const OfBond = Schema.Struct({ series: Schema.String, code: Schema.String, title: Schema.String })
/** The budget of a request. Comes before payouts in the union, which are recognised by lacking `what`. */
export const OfBudget = Schema.Struct({ what: Schema.Literal("budget"), number: Schema.Int, title: Schema.String })
/** The payout of a request. */
export const OfPayout = Schema.Struct({ number: Schema.Int, title: Schema.String })

/**
 * The terms of a series, for the signers who approve its issue. Amounts are decimals of the currency, times are Unix
 * milliseconds.
 */
export const Offer = Schema.Struct({
  symbol: Schema.String,
  faceValue: AmountText,
  issuePrice: AmountText,
  /** Per cent of the face value a year; null without coupons. */
  couponRatePct: Schema.NullOr(AmountText),
  couponEvery: Schema.NullOr(Schema.Literal(...couponEveries)),
  minRaiseUnits: Schema.Int,
  saleOpensAt: Schema.Number,
  saleClosesAt: Schema.Number,
  maturesAt: Schema.Number,
  /** Of secured bonds: what is locked for each, and for how many days after maturity. */
  secured: Schema.optionalWith(Schema.Struct({ symbol: Schema.String, amount: AmountText, graceDays: Schema.Int }), {
    exact: true
  })
})
export type Offer = typeof Offer.Type

/**
 * A prepared transaction of the treasury that would need one badge without signers: issuing a bond series, funding the
 * escrow of a payout or a bond, withdrawing an escrow, recovering unclaimed money. Its prepared transaction
 * (chain/ledger-steps) defines what must be read back.
 */
export const TransactionRequest = Schema.Struct({
  /** `parking` funds an escrow, `back` withdraws one. The payload's hash is locked on the ledger, so the names stay. */
  kind: Schema.Literal("issue", "parking", "back", "recovery", "collateral"),
  step: Schema.String,
  about: Schema.Union(OfBond, OfBudget, OfPayout),
  /** What moves, next to XRD for fees where there are any. */
  amounts: Schema.Array(
    Schema.Struct({
      symbol: Schema.String,
      amount: AmountText,
      resource: Schema.optionalWith(ResourceAddress, { exact: true })
    })
  ),
  /** Hash of the list or of the bond's terms, if any: what the relayer may pay or sell. */
  digest: Schema.NullOr(Schema.String),
  /** Only of an issue. */
  offer: Schema.optionalWith(Schema.NullOr(Offer), { default: () => null }),
  /** Without proofs; each signer's wallet shows this text. */
  manifest: Schema.String,
  from: Rule,
  reason: Schema.String
})
export type TransactionRequest = typeof TransactionRequest.Type

export const RequestPayload = Schema.Union(Payment, RuleChange, Release, TransactionRequest)
export type RequestPayload = typeof RequestPayload.Type
const RequestKind = Schema.Literal(
  ...(["payment", "rule", "release", "issue", "parking", "back", "recovery", "collateral"] as const)
)

/** The subintent that every signer signs, so that their signatures can be merged. */
export const Request = Schema.Struct({
  /** `subtxid_…` */
  hash: Schema.String,
  /** As compiled, with the proofs of the signers' badges if badges count. */
  manifest: Schema.String,
  message: Schema.String,
  startEpoch: Schema.Int,
  endEpoch: Schema.Int,
  /** Unix seconds, exclusive. */
  maxTimestamp: Schema.Int,
  /** A safe integer, since wallets get it as a JSON number. */
  discriminator: Schema.Int,
  /** Under a rule over keys: how many of the signers have to sign. Absent if all of them are named. */
  needed: Schema.optionalWith(Schema.Int, { exact: true })
})
export type Request = typeof Request.Type

/**
 * - `waiting`: for signers
 * - `sent`: all have signed; the ledger may carry it out until its end
 * - `committed`: done, and read back
 * - `failed`: all have signed, and its end passed without it; nothing happened
 * - `mismatch`: the ledger took it, and what was read back is not what was proposed. Its idempotency key stays taken
 * - `refused`: by so many signers that those who are left are too few
 * - `expired`: its end passed before all had signed
 * - `withdrawn`: by its proposer or a signer, before all had signed
 * - `void`: something else ended it, as another rule
 */
const closedStates = ["failed", "refused", "expired", "withdrawn", "void"] as const
/** Closed here. With all signatures, anyone can still submit it until its end. */
export type ClosedState = (typeof closedStates)[number]
export const isClosed = (state: RequestState): state is ClosedState => closedStates.some((closed) => closed === state)

export const RequestState = Schema.Literal("waiting", "sent", "committed", "mismatch", ...closedStates)
export type RequestState = typeof RequestState.Type

export const ApprovalRequest = Schema.Struct({
  id: Schema.String,
  communityId: CommunityId,
  number: Schema.Int,
  kind: RequestKind,
  payload: Schema.parseJson(RequestPayload),
  digest: Schema.String,
  /** Locked on the treasury together with what the request does. */
  idempotencyKey: Schema.String,
  /** The proposer. */
  account: AccountAddress,
  state: RequestState,
  /** The signers who are asked to sign it. After a request that any of several could sign, those who did. */
  signers: Schema.parseJson(Schema.Array(SignerSlot)),
  /** Once sent: the `subtxid_…` that its transaction must contain. */
  parts: Schema.parseJson(Schema.Array(Schema.String)),
  /** Null for proposals from before requests existed. */
  request: Schema.NullOr(Schema.parseJson(Request)),
  /** Earlier subintents of this request, for other signers. With all its signatures, each is good until its end. */
  former: Schema.parseJson(Schema.Array(Schema.Struct({ request: Request, signers: Schema.Array(SignerSlot) }))),
  txId: Schema.NullOr(Schema.String),
  txPayload: Schema.NullOr(Schema.String),
  /** Nothing of it can be committed after this time. */
  endsAt: Schema.NullOr(Schema.Number),
  problem: Schema.NullOr(Schema.String),
  remindedAt: Schema.NullOr(Schema.Number),
  decidedAt: Schema.NullOr(Schema.Number),
  /** When the ledger was read after the end and had not executed it; null until then. */
  finalAt: Schema.NullOr(Schema.Number),
  /** Its state here when somebody else had submitted it. */
  closedAs: Schema.NullOr(Schema.Literal(...closedStates)),
  createdAt: Schema.Number,
  updatedAt: Schema.Number
}).annotations(rowOf("approval_requests"))
export type ApprovalRequest = typeof ApprovalRequest.Type

/** A signer's latest answer: signed with this key, or refused for this reason. */
export const SignerResponse = Schema.Struct({
  actId: Schema.String,
  badgeId: Schema.String,
  account: AccountAddress,
  name: Schema.NullOr(Schema.String),
  answer: Schema.Literal("signed", "refused"),
  curve: Schema.NullOr(Schema.Literal("curve25519", "secp256k1")),
  /** Hexadecimal, like the signature. */
  publicKey: Schema.NullOr(Schema.String),
  signature: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String),
  createdAt: Schema.Number
}).annotations(rowOf("approval_answers"))
export type SignerResponse = typeof SignerResponse.Type

/** Answers and comments of a page, read together. */
export const Said = Schema.Struct({
  actId: Schema.String,
  /** Badge id of an answer; the id of a comment. */
  id: Schema.String,
  account: AccountAddress,
  kind: Schema.Literal("signed", "refused", "comment"),
  text: Schema.NullOr(Schema.String),
  hiddenBy: Schema.NullOr(AccountAddress),
  createdAt: Schema.Number
})
export type Said = typeof Said.Type

export const Comment = Schema.Struct({
  id: Schema.String,
  actId: Schema.String,
  account: AccountAddress,
  text: Schema.String,
  /** The moderator who hid it. */
  hiddenBy: Schema.NullOr(AccountAddress),
  createdAt: Schema.Number
}).annotations(rowOf("approval_comments"))
export type Comment = typeof Comment.Type
