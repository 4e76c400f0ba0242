/** Errors of prepared transactions. */
import { Schema } from "effect"
import { leasedWords } from "./lease"

/** Another attempt was submitted and is undecided. */
export class TransactionUnderWay extends Schema.TaggedError<TransactionUnderWay>()("TransactionUnderWay", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return "This transaction is under way. Wait until the ledger has decided."
  }
}

/** A wallet has it and may still sign. */
export class TransactionLeased extends Schema.TaggedError<TransactionLeased>()("TransactionLeased", {
  account: Schema.String,
  holder: Schema.String,
  /** Unix milliseconds. */
  since: Schema.Number,
  until: Schema.Number,
  /** Requested by the same account, on another page or device. */
  isSame: Schema.Boolean
}) {
  readonly status = 409
  readonly code = "E-LEASED"
  override get message() {
    return leasedWords(this, this.isSame)
  }
}

export class StepDone extends Schema.TaggedError<StepDone>()("StepDone", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return "This has already happened on the ledger. It is never done twice."
  }
}

/** The results differ from what was prepared. `what` completes "Mismatch: …". */
export class TransactionMismatch extends Schema.TaggedError<TransactionMismatch>()("TransactionMismatch", {
  what: Schema.String
}) {
  readonly status = 409
  readonly code = "E-MISMATCH"
  override get message() {
    return `Mismatch: ${this.what}`
  }
}
