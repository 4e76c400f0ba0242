/** Why something about bonds is refused. Texts of docs/product/bonds.md, 3.5.6, 3.6.7; docs/product/errors.md, 3.7. */
import { Schema } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { wholeText } from "./money"

/** Another member changed the draft first (docs/product/errors.md, D17). */
export class StaleSeries extends Schema.TaggedError<StaleSeries>()("StaleSeries", {
  stored: Schema.Record({ key: Schema.String, value: Schema.String })
}) {
  readonly status = 409
  readonly code = "E-STALE"
  override get message() {
    return "Someone changed this meanwhile. Your text is kept; compare and save again."
  }
}

/** R-B4, and first signed first served: whole orders, the rest only by asking. */
export class UnitsRefused extends Schema.TaggedError<UnitsRefused>()("UnitsRefused", {
  message: Schema.String,
  /** Units that may still be ordered; the page offers them. */
  left: Schema.Int
}) {
  readonly status = 422
  readonly code = "E-UNITS"
  get fields() {
    return { units: this.message }
  }
}

/** R-B4. */
export class TooLittle extends Schema.TaggedError<TooLittle>()("TooLittle", {
  held: AmountText,
  needed: AmountText,
  /** How much of what is needed is for orders signed before; null where there are none. */
  waiting: Schema.NullOr(AmountText),
  symbol: Schema.String,
  direction: Schema.Literal("buy", "redeem")
}) {
  readonly status = 409
  readonly code = "E-BALANCE"
  override get message() {
    const whose = this.direction === "buy" ? "your waiting orders in all series" : "your waiting orders"
    const before = this.waiting === null ? "" : `, ${wholeText(this.waiting)} of it for ${whose}`
    return `You hold ${wholeText(this.held)} ${this.symbol}; ${wholeText(this.needed)} is needed${before}.`
  }
}

/** The signed part is not the one that was asked for. `what` says where it differs. */
export class PartRefused extends Schema.TaggedError<PartRefused>()("PartRefused", { what: Schema.String }) {
  readonly status = 422
  readonly code = "E-PROOF"
  override get message() {
    return `The wallet's signature does not fit this request. Try again. (${this.what})`
  }
}

export const CHANGED_DRAFT = "The draft was changed since this page was made. Look at it again, then ask the signers."

/** What a batch would do does not work, with any order in it. */
export class BatchRefused extends Schema.TaggedError<BatchRefused>()("BatchRefused", { message: Schema.String }) {
  readonly status = 409
  readonly code = "E-BATCH"
}

/** docs/product/bonds.md, 3.6.7. */
export class NotYourReceipt extends Schema.TaggedError<NotYourReceipt>()("NotYourReceipt", {}) {
  readonly status = 403
  readonly code = "E-RECEIPT"
  override get message() {
    return "This receipt belongs to another account."
  }
}

/** Terms that the community's rules want decided first. */
export class NeedsVote extends Schema.TaggedError<NeedsVote>()("NeedsVote", {}) {
  readonly status = 409
  readonly code = "E-VOTE"
  override get message() {
    return "This community decides on its bonds by a vote. Put it to a vote first."
  }
}

export const Failure = Schema.Struct({
  id: Schema.String,
  account: Schema.String,
  units: Schema.Int,
  failure: Schema.String
})

/** Tried on the ledger, these orders would end as failed: said before anybody signs for the treasury. */
export class OrdersWouldFail extends Schema.TaggedError<OrdersWouldFail>()("OrdersWouldFail", {
  message: Schema.String,
  failures: Schema.Array(Failure),
  /** Without them the sale can go on. */
  mayGoOn: Schema.Boolean
}) {
  readonly status = 409
  readonly code = "E-BATCH"
}

/** Its time has not come yet. */
export class TooEarly extends Schema.TaggedError<TooEarly>()("TooEarly", { message: Schema.String }) {
  readonly status = 409
  readonly code = "E-STATE"
}
