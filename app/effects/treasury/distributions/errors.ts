/** Why a payout is refused. */
import { Schema } from "effect"
import { readable } from "~/effects/base/amounts/readable"
import { FREE_DAYS } from "./limits"

/** Rows are wrong, or there are none. */
export class RowsWrong extends Schema.TaggedError<RowsWrong>()("RowsWrong", { message: Schema.String }) {
  readonly status = 422
  readonly code = "E-FIELDS"
}

/** The ledger would not take the batch even with the fewest people in it. */
export class BatchRefused extends Schema.TaggedError<BatchRefused>()("BatchRefused", { reason: Schema.String }) {
  readonly status = 409
  readonly code = "E-PREVIEW"
  override get message() {
    return `The ledger would not take this transaction: ${this.reason}`
  }
}

/** `limit`: what may be paid without one, where the community has set an amount; `before`: what was already. */
export class NotApproved extends Schema.TaggedError<NotApproved>()("NotApproved", {
  limit: Schema.optionalWith(Schema.String, { default: () => "0" }),
  before: Schema.optionalWith(Schema.String, { default: () => "0" }),
  symbol: Schema.optionalWith(Schema.String, { default: () => "" })
}) {
  readonly status = 409
  readonly code = "E-VOTE"
  override get message() {
    const first = "A vote has to approve this distribution first."
    if (this.limit === "0") return first
    const limit = `more than ${readable(this.limit)} ${this.symbol}`
    return this.before === "0"
      ? `${first} It pays ${limit}.`
      : `${first} Together with ${readable(this.before)} ${this.symbol} paid without a vote in the last ${FREE_DAYS} days it is ${limit}.`
  }
}

/** Another member changed it first (docs/product/errors.md, D17). */
export class StaleDistribution extends Schema.TaggedError<StaleDistribution>()("StaleDistribution", {}) {
  readonly status = 409
  readonly code = "E-STALE"
  override get message() {
    return "Someone changed this meanwhile. Your text is kept; compare and save again."
  }
}

export class NothingToSign extends Schema.TaggedError<NothingToSign>()("NothingToSign", { message: Schema.String }) {
  readonly status = 409
  readonly code = "E-STATE"
}

/** The page that approves shows other rows than those that are there now. */
export class ListChanged extends Schema.TaggedError<ListChanged>()("ListChanged", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return "The list was changed since this page was made. Look at it again before you approve it."
  }
}

/** A standing payout is signed by nobody again and again: it is parked, and the site's key pays it. */
export class OneApproval extends Schema.TaggedError<OneApproval>()("OneApproval", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return "A standing payout is paid by the site's key from what is parked. Approve once, or choose to pay once."
  }
}

/** What can be told of a payout whose row cannot be read. */
export const RunHead = Schema.Struct({
  id: Schema.String,
  number: Schema.Int,
  title: Schema.String,
  state: Schema.String
})
export type RunHead = typeof RunHead.Type

/** What is stored of it has a value that nothing can be done with, such as a sum beyond the ledger's range. */
export class UnreadableDistribution extends Schema.TaggedError<UnreadableDistribution>()("UnreadableDistribution", {
  run: RunHead
}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return `Distribution ${this.run.number} cannot be read: what is stored of it has a value that the ledger cannot hold. Nothing of it can be paid or changed.`
  }
}
