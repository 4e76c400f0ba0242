/** Why a budget is not set up, parked or paid from. */
import { Schema } from "effect"

/** Its state does not allow it, or somebody was faster. */
export class BudgetRefused extends Schema.TaggedError<BudgetRefused>()("BudgetRefused", { message: Schema.String }) {
  readonly status = 409
  readonly code = "E-STATE"
}

/** The same size of a payout would need one. */
export class BudgetNotApproved extends Schema.TaggedError<BudgetNotApproved>()("BudgetNotApproved", {}) {
  readonly status = 409
  readonly code = "E-VOTE"
  override get message() {
    return "A vote has to approve exactly this budget first."
  }
}

/** Tried without a signature: the account refuses deposits, or the like. */
export class PaymentWouldFail extends Schema.TaggedError<PaymentWouldFail>()("PaymentWouldFail", {
  reason: Schema.String
}) {
  readonly status = 409
  readonly code = "E-PREVIEW"
  override get message() {
    return `The ledger would refuse this payment: ${this.reason}`
  }
}
