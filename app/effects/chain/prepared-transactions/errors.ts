/** Errors of prepared transactions. */

import { Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { coded } from "~/effects/base/failures/coded"
import { leasedWords } from "./lease"

/** Another attempt was submitted and is undecided. */
export class TransactionUnderWay extends coded("TransactionUnderWay", "E-STATE", 409, {
  message: "This transaction is under way. Wait until the ledger has decided."
}) {}

/** A wallet has it and may still sign. */
export class TransactionLeased extends coded("TransactionLeased", "E-LEASED", 409, {
  fields: {
    account: AccountAddress,
    holder: Schema.String,
    /** Unix milliseconds. */
    since: Schema.Number,
    until: Schema.Number,
    /** Requested by the same account, on another page or device. */
    isSame: Schema.Boolean
  },
  message: (lease) => leasedWords(lease, lease.isSame)
}) {}

export class StepDone extends coded("StepDone", "E-STATE", 409, {
  message: "This has already happened on the ledger. It is never done twice."
}) {}

/** The results differ from what was prepared. `what` completes "Mismatch: …". */
export class TransactionMismatch extends coded("TransactionMismatch", "E-MISMATCH", 409, {
  fields: { what: Schema.String },
  message: ({ what }) => `Mismatch: ${what}`
}) {}
