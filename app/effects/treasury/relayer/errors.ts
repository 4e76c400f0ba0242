/** Errors of the relayer and of escrow. */
import { Schema } from "effect"

/** Bond sales need a relayer key (docs/product/bonds.md). */
export const NO_SETTLER = "Bond sales need a relayer key, which the operator of this site has not set up."
export class NoRelayer extends Schema.TaggedError<NoRelayer>()("NoRelayer", {}) {
  readonly status = 503
  readonly code = "E-SETTLER"
  override get message() {
    return NO_SETTLER
  }
}

/** Escrow needs a relayer key, whether one badge or the signers fund it. */
export class NoSiteKey extends Schema.TaggedError<NoSiteKey>()("NoSiteKey", {}) {
  readonly status = 409
  readonly code = "E-SETTLER"
  override get message() {
    return "This site has no relayer key to pay with. Its operator has not set one up."
  }
}

/** A single badge cannot withdraw what signers moved into escrow, even after the multisig has ended. */
export const BY_KEEPERS =
  "The signers moved this into escrow together, so one badge cannot withdraw it. Let the site return the rest. If its key is missing, set up the same signers again; together they can withdraw it."

/** Why a payout cannot go into escrow, or cannot be signed by hand. */
export class EscrowRefused extends Schema.TaggedError<EscrowRefused>()("EscrowRefused", {
  message: Schema.String
}) {
  readonly status = 409
  readonly code = "E-STATE"
}

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
