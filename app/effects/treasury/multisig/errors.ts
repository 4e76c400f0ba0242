/** Refusals about multisig treasuries (docs/product/multisig.md). */
import { Schema } from "effect"
import { FREE_DAYS } from "~/effects/access/rules"
import { readable } from "~/effects/base/amounts/readable"
import { WrongState } from "~/effects/base/failures/failures"
import type { ApprovalRequest } from "./ApprovalRequest"

/** Proposed by someone whose badge does not count, or no longer does. */
export class NotASigner extends Schema.TaggedError<NotASigner>()("NotASigner", {
  name: Schema.String,
  action: Schema.String,
  /** Holds an admin badge that does not count: replaced, or never a signer's. */
  hasBadge: Schema.Boolean
}) {
  readonly status = 403
  readonly code = "E-ROLE"
  override get message() {
    const why = this.hasBadge ? " The badge in your account does not count, or no longer does." : ""
    return `Only signers of ${this.name}'s treasury can ${this.action}.${why}`
  }
}

export class NotProtected extends Schema.TaggedError<NotProtected>()("NotProtected", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return "One admin badge is enough for this treasury. There are no signers yet."
  }
}

/** The rule or the state of a request does not allow it now. */
export class SignersRefused extends Schema.TaggedError<SignersRefused>()("SignersRefused", {
  message: Schema.String
}) {
  readonly status = 409
  readonly code = "E-KEEPERS"
}

/** A vote has to decide on a payment, as on any spending. `mismatched`: the number of a vote about something else. */
export class PaymentNotApproved extends Schema.TaggedError<PaymentNotApproved>()("PaymentNotApproved", {
  limit: Schema.String,
  before: Schema.String,
  symbol: Schema.String,
  mismatched: Schema.NullOr(Schema.Int)
}) {
  readonly status = 409
  readonly code = "E-VOTE"
  override get message() {
    const { before, limit, mismatched, symbol } = this
    const first = "A vote has to decide on this payment first."
    const other = mismatched === null ? "" : ` Vote ${mismatched} does not pay exactly this.`
    const spent =
      before === "0" ? "" : `, and ${readable(before)} ${symbol} of it is paid within the last ${FREE_DAYS} days`
    const rule =
      limit === "0" ? "" : ` Without one, at most ${readable(limit)} ${symbol} may leave in ${FREE_DAYS} days${spent}.`
    return `${first}${other}${rule} Propose a vote whose transaction pays exactly this to this account, and write its number here once it has passed.`
  }
}

/** The wallet ignored the header of the request, so its signature cannot be merged with the others. */
export const OWN_REQUEST =
  "Your wallet made its own request; update it to a version that signs the request of a site (Radix Wallet with wallet core 1.2.48 or later). Nothing moved."

/** Under a rule over keys. `key` is the one that counts, for example "key …0b1c2d3e". */
export const otherKeyWords = (key: string): string =>
  `Your wallet did not sign with the key that counts here, ${key}. Radix Wallet (wallet core 1.2.46 or later) signs for this treasury only with a factor key of a security shield. Nothing moved.`

/** Proposed before requests existed: its signatures cannot be used. */
export const OLD_FORM = "Signers have approved in another way since an upgrade of this site. Propose it again."

/** The prepared transaction was withdrawn or prepared again while the signers had it. */
export const PREPARED_ANEW =
  "The payout, bond or budget behind this request was withdrawn or prepared again since. Withdraw it, and propose it again."

/** The preview failed, so nothing was asked of a wallet. */
export class RequestWouldFail extends Schema.TaggedError<RequestWouldFail>()("RequestWouldFail", {
  reason: Schema.String
}) {
  readonly status = 409
  readonly code = "E-PREVIEW"
  override get message() {
    return `The ledger would refuse this: ${this.reason}`
  }
}

/** Completes "This payment is …". */
const stateWords: Readonly<Record<ApprovalRequest["state"], string>> = {
  waiting: "waiting",
  sent: "on its way to the ledger",
  committed: "made already",
  failed: "over without having happened",
  mismatch: "executed, but not as proposed",
  refused: "refused",
  expired: "expired",
  withdrawn: "withdrawn",
  void: "no longer possible"
}

export const wrongRequestState = ({ kind, state }: Pick<ApprovalRequest, "kind" | "state">, action: string) =>
  new WrongState({
    thing: kind === "payment" ? "payment" : kind === "rule" || kind === "release" ? "change" : "proposal",
    state: stateWords[state],
    action
  })
