/** Errors of payouts. */
import { Schema } from "effect"
import { readable } from "~/effects/base/amounts/readable"
import { FREE_DAYS } from "./limits"

/** Rows have errors, or there are none. */
export class RowsWrong extends Schema.TaggedError<RowsWrong>()("RowsWrong", { message: Schema.String }) {
  readonly status = 422
  readonly code = "E-FIELDS"
}

/** The ledger refuses the batch even with the fewest people in it. */
export class BatchRefused extends Schema.TaggedError<BatchRefused>()("BatchRefused", { reason: Schema.String }) {
  readonly status = 409
  readonly code = "E-PREVIEW"
  override get message() {
    return `The ledger would refuse this transaction: ${this.reason}`
  }
}

/** `limit`: the amount that the community allows without a vote; `before`: what was already paid that way. */
export class NotApproved extends Schema.TaggedError<NotApproved>()("NotApproved", {
  limit: Schema.optionalWith(Schema.String, { default: () => "0" }),
  before: Schema.optionalWith(Schema.String, { default: () => "0" }),
  symbol: Schema.optionalWith(Schema.String, { default: () => "" })
}) {
  readonly status = 409
  readonly code = "E-VOTE"
  override get message() {
    const first = "A vote has to approve this payout first."
    if (this.limit === "0") return first
    const limit = `more than ${readable(this.limit)} ${this.symbol}`
    return this.before === "0"
      ? `${first} It pays ${limit}.`
      : `${first} Together with ${readable(this.before)} ${this.symbol} paid without a vote in the last ${FREE_DAYS} days it is ${limit}.`
  }
}

/** Another member changed it first (docs/product/errors.md). */
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

/** The page that approves shows other rows than the current ones. */
export class ListChanged extends Schema.TaggedError<ListChanged>()("ListChanged", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return "The list has changed since this page was loaded. Check it again before you approve it."
  }
}

/** A recurring payout cannot be signed batch by batch: it goes into escrow, and the relayer pays it. */
export class OneApproval extends Schema.TaggedError<OneApproval>()("OneApproval", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return "A recurring payout is paid from escrow by the site's relayer key. Approve once, or choose to pay once."
  }
}

/** What is known of a payout whose row cannot be read. */
export const RunHead = Schema.Struct({
  id: Schema.String,
  number: Schema.Int,
  title: Schema.String,
  state: Schema.String
})
export type RunHead = typeof RunHead.Type

/** A stored value is unusable, for example a sum beyond the ledger's range. */
export class UnreadableDistribution extends Schema.TaggedError<UnreadableDistribution>()("UnreadableDistribution", {
  run: RunHead
}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return `Payout ${this.run.number} cannot be read because it contains a value that the ledger cannot represent. It can be neither paid nor changed.`
  }
}
