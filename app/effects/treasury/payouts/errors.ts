/** Errors of payouts. */

import { Schema } from "effect"
import { FREE_DAYS } from "~/effects/access/rules"
import { readable } from "~/effects/base/amounts/readable"
import { coded } from "~/effects/base/failures/coded"

/** Rows have errors, or there are none. */
export class RowsWrong extends coded("RowsWrong", "E-FIELDS", 422, { fields: { message: Schema.String } }) {}

/** The ledger refuses the batch even with the fewest people in it. */
export class BatchRefused extends coded("BatchRefused", "E-PREVIEW", 409, {
  fields: { reason: Schema.String },
  message: ({ reason }) => `The ledger would refuse this transaction: ${reason}`
}) {}

/** `limit`: the amount that the community allows without a vote; `before`: what was already paid that way. */
export class NotApproved extends coded("NotApproved", "E-VOTE", 409, {
  fields: {
    limit: Schema.optionalWith(Schema.String, { default: () => "0" }),
    before: Schema.optionalWith(Schema.String, { default: () => "0" }),
    symbol: Schema.optionalWith(Schema.String, { default: () => "" })
  }
}) {
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
export class StaleDistribution extends coded("StaleDistribution", "E-STALE", 409, {
  message: "Someone changed this meanwhile. Your text is kept; compare and save again."
}) {}

export class NothingToSign extends coded("NothingToSign", "E-STATE", 409, { fields: { message: Schema.String } }) {}

/** The page that approves shows other rows than the current ones. */
export class ListChanged extends coded("ListChanged", "E-STATE", 409, {
  message: "The list has changed since this page was loaded. Check it again before you approve it."
}) {}

/** A recurring payout cannot be signed batch by batch: it goes into escrow, and the relayer pays it. */
export class OneApproval extends coded("OneApproval", "E-STATE", 409, {
  message: "A recurring payout is paid from escrow by the site's relayer key. Approve once, or choose to pay once."
}) {}

/** What is known of a payout whose row cannot be read. */
export const RunHead = Schema.Struct({
  id: Schema.String,
  number: Schema.Int,
  title: Schema.String,
  state: Schema.String
})
export type RunHead = typeof RunHead.Type

/** A stored value is unusable, for example a sum beyond the ledger's range. */
export class UnreadableDistribution extends coded("UnreadableDistribution", "E-STATE", 409, {
  fields: { run: RunHead },
  message: ({ run }) =>
    `Payout ${run.number} cannot be read because it contains a value that the ledger cannot represent. It can be neither paid nor changed.`
}) {}
