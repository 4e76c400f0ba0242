/** Errors of escrow. */
import { Schema } from "effect"

/** A single badge cannot withdraw what signers moved into escrow, even after the multisig has ended. */
export const BY_SIGNERS =
  "The signers moved this into escrow together, so one badge cannot withdraw it. Let the site return the rest. If its key is missing, set up the same signers again; together they can withdraw it."

/** Why something cannot go into escrow, or cannot be paid by hand. */
export class EscrowRefused extends Schema.TaggedError<EscrowRefused>()("EscrowRefused", {
  message: Schema.String
}) {
  readonly status = 409
  readonly code = "E-STATE"
}
export const refused = (message: string) => new EscrowRefused({ message })

/** The treasury does not hold what is to leave it. */
export class TreasuryShort extends Schema.TaggedError<TreasuryShort>()("TreasuryShort", {
  missing: Schema.String,
  symbol: Schema.String
}) {
  readonly status = 409
  readonly code = "E-BALANCE"
  override get message() {
    return `The treasury needs ${this.missing} more ${this.symbol}.`
  }
}
