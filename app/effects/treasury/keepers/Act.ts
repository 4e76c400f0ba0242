/**
 * Requests to the signers of a treasury, and what each of them answers (docs/ledger.md, 1.9; docs/product/keepers.md).
 * Isomorphic: pages load this file.
 */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { couponEveries } from "~/effects/treasury/bonds/schedule"
import { noVotes } from "~/effects/treasury/distributions/voteRule"

/** A proposal that decided on a payment. */
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
  /** Who is paid beside the first one, all in one transaction. */
  further: Schema.optionalWith(Schema.Array(PaidOne), { default: () => [] }),
  reason: Schema.String,
  vote: Schema.NullOr(Vote),
  /** Why it was proposed without a vote that decided exactly this; null where one did, and in payments of before. */
  noVote: Schema.optionalWith(Schema.NullOr(Schema.Literal(...noVotes)), { default: () => null })
})
export type Payment = typeof Payment.Type

/** A badge or a key that counts, and whose it was when that was decided. */
export const Seat = Schema.Struct({
  id: Schema.String,
  account: AccountAddress,
  name: Schema.NullOr(Schema.String)
})
export type Seat = typeof Seat.Type

const Rule = Schema.Struct({ ids: Schema.Array(Schema.String), needed: Schema.Int })

export const RuleChange = Schema.Struct({
  kind: Schema.Literal("rule"),
  /** The rule it was proposed under: another one meanwhile, and the change means something else. */
  from: Rule,
  needed: Schema.Int,
  seats: Schema.Array(Seat),
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

/** The bond series that something is for. */
export const OfBond = Schema.Struct({ series: Schema.String, code: Schema.String, title: Schema.String })
/** The budget that something is for: told from a payout by its word, so it stands before that in a union. */
export const OfBudget = Schema.Struct({ what: Schema.Literal("budget"), number: Schema.Int, title: Schema.String })
/** The payout that something is for. */
export const OfPayout = Schema.Struct({ number: Schema.Int, title: Schema.String })

/** What a series promises, for who approves its issue. Amounts are decimals of the currency, times Unix milliseconds. */
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
  maturesAt: Schema.Number
})
export type Offer = typeof Offer.Type

/**
 * A step of the treasury that one badge would sign, were there no keepers: issuing a bond series, parking for a payout or
 * a bond, taking back what is parked, taking back what nobody claimed. Its step (chain/ledger-steps) says what must be
 * read back.
 */
export const StepAct = Schema.Struct({
  kind: Schema.Literal("issue", "parking", "back", "recovery"),
  step: Schema.String,
  about: Schema.Union(OfBond, OfBudget, OfPayout),
  /** What moves, beside XRD for fees where there are any. */
  amounts: Schema.Array(
    Schema.Struct({
      symbol: Schema.String,
      amount: AmountText,
      resource: Schema.optionalWith(ResourceAddress, { exact: true })
    })
  ),
  /** Of the rows, or of a bond's terms, where there are any: what the site's key may pay or sell. */
  digest: Schema.NullOr(Schema.String),
  /** Of an issue. */
  offer: Schema.optionalWith(Schema.NullOr(Offer), { default: () => null }),
  /** Without proofs: what stands here is what each signer's wallet shows. */
  manifest: Schema.String,
  from: Rule,
  reason: Schema.String
})
export type StepAct = typeof StepAct.Type

export const ActPayload = Schema.Union(Payment, RuleChange, Release, StepAct)
export type ActPayload = typeof ActPayload.Type
const ActKind = Schema.Literal("payment", "rule", "release", "issue", "parking", "back", "recovery")

/** What every named signer signs: one subintent, so that their signatures go together. */
export const Request = Schema.Struct({
  /** `subtxid_…` */
  hash: Schema.String,
  /** As it is compiled, with the proofs of the signers' badges where these count. */
  manifest: Schema.String,
  message: Schema.String,
  startEpoch: Schema.Int,
  endEpoch: Schema.Int,
  /** Unix seconds, exclusive. */
  maxTimestamp: Schema.Int,
  /** A safe integer, since wallets get it as a JSON number. */
  discriminator: Schema.Int,
  /** Under a rule over keys: so many of the signers, whoever they are. Left out where every one of them is named. */
  needed: Schema.optionalWith(Schema.Int, { exact: true })
})
export type Request = typeof Request.Type

/**
 * - `waiting`: for signers
 * - `sent`: all have signed; the ledger may carry it out until its end
 * - `committed`: done, and read back
 * - `failed`: all have signed, and its end passed without it; nothing happened
 * - `mismatch`: the ledger took it, and what was read back is not what was proposed. Its once-only key stays taken
 * - `refused`: by so many signers that those who are left are too few
 * - `expired`: its end passed before all had signed
 * - `withdrawn`: by its proposer or a signer, before all had signed
 * - `void`: something else ended it, as another rule
 */
const closedStates = ["failed", "refused", "expired", "withdrawn", "void"] as const
/** Closed here. Who has all signatures can submit it all the same until its end. */
export type ClosedState = (typeof closedStates)[number]
export const isClosed = (state: ActState): state is ClosedState => closedStates.some((closed) => closed === state)

export const ActState = Schema.Literal("waiting", "sent", "committed", "mismatch", ...closedStates)
export type ActState = typeof ActState.Type

export const Act = Schema.Struct({
  id: Schema.String,
  communityId: CommunityId,
  number: Schema.Int,
  kind: ActKind,
  payload: Schema.parseJson(ActPayload),
  digest: Schema.String,
  /** As it is locked on the treasury with the act. */
  onceKey: Schema.String,
  /** Who proposed it. */
  account: AccountAddress,
  state: ActState,
  /** Those who are asked to sign it; those who signed, once any of several could and it happened. */
  signers: Schema.parseJson(Schema.Array(Seat)),
  /** Once it is sent: `subtxid_…` of what must be in its transaction. */
  parts: Schema.parseJson(Schema.Array(Schema.String)),
  /** Null in what was proposed before requests. */
  request: Schema.NullOr(Schema.parseJson(Request)),
  /** Asked for before others were asked to sign: with all its signatures each of them is good until its end. */
  former: Schema.parseJson(Schema.Array(Schema.Struct({ request: Request, signers: Schema.Array(Seat) }))),
  txId: Schema.NullOr(Schema.String),
  txPayload: Schema.NullOr(Schema.String),
  /** From here on nothing of it can be committed any more. */
  endsAt: Schema.NullOr(Schema.Number),
  problem: Schema.NullOr(Schema.String),
  remindedAt: Schema.NullOr(Schema.Number),
  decidedAt: Schema.NullOr(Schema.Number),
  /** When the ledger, read after the end, had not carried it out; null as long as that is not known. */
  finalAt: Schema.NullOr(Schema.Number),
  /** The state that it had here when somebody else had submitted it. */
  closedAs: Schema.NullOr(Schema.Literal(...closedStates)),
  createdAt: Schema.Number,
  updatedAt: Schema.Number
}).annotations(rowOf("keeper_acts"))
export type Act = typeof Act.Type

/** What a signer said last: signed it with this key, or refused it for this reason. */
export const Answer = Schema.Struct({
  actId: Schema.String,
  badgeId: Schema.String,
  account: AccountAddress,
  name: Schema.NullOr(Schema.String),
  answer: Schema.Literal("signed", "refused"),
  curve: Schema.NullOr(Schema.Literal("curve25519", "secp256k1")),
  /** Hex, as the signature. */
  publicKey: Schema.NullOr(Schema.String),
  signature: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String),
  createdAt: Schema.Number
}).annotations(rowOf("keeper_answers"))
export type Answer = typeof Answer.Type

/** What a page shows of answers and comments: read together. */
export const Said = Schema.Struct({
  actId: Schema.String,
  /** The badge of an answer; of a comment its own. */
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
}).annotations(rowOf("keeper_comments"))
export type Comment = typeof Comment.Type
