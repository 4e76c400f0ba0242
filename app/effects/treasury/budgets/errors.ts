/** Errors of setting up, funding and paying from budgets. */
import { Schema } from "effect"

/** Its state does not allow this, or somebody else was faster. */
export class BudgetRefused extends Schema.TaggedError<BudgetRefused>()("BudgetRefused", { message: Schema.String }) {
  readonly status = 409
  readonly code = "E-STATE"
}

/** A payout of the same size would need a vote. */
export class BudgetNotApproved extends Schema.TaggedError<BudgetNotApproved>()("BudgetNotApproved", {}) {
  readonly status = 409
  readonly code = "E-VOTE"
  override get message() {
    return "A vote must approve exactly this budget first."
  }
}

/** The dry run failed, for example because the account refuses deposits. */
export class PaymentWouldFail extends Schema.TaggedError<PaymentWouldFail>()("PaymentWouldFail", {
  reason: Schema.String
}) {
  readonly status = 409
  readonly code = "E-PREVIEW"
  override get message() {
    return `The ledger would refuse this payment: ${this.reason}`
  }
}
