/** Why the site cannot complete what others signed. */
import { Schema } from "effect"

/** docs/product/bonds.md, 3.5.6: no settlement key, no sales. */
export const NO_SETTLER = "Bond sales need a settlement account, which the operator of this site has not set up."
export class NoSettler extends Schema.TaggedError<NoSettler>()("NoSettler", {}) {
  readonly status = 503
  readonly code = "E-SETTLER"
  override get message() {
    return NO_SETTLER
  }
}

/** Nothing can be parked for a key that is not there, neither by one badge nor by keepers. */
export class NoSiteKey extends Schema.TaggedError<NoSiteKey>()("NoSiteKey", {}) {
  readonly status = 409
  readonly code = "E-SETTLER"
  override get message() {
    return "This site has no key to pay with: its operator has not set one up."
  }
}

/** What keepers parked does not open for one badge, also after keeping has ended. */
export const BY_KEEPERS =
  "Signers parked this together, and one badge does not take it back. Let the site return the rest. Where its key is gone, protect the treasury with the same signers again: they take it back."

/** Why it is not parked, or not signed by hand. */
export class ParkingRefused extends Schema.TaggedError<ParkingRefused>()("ParkingRefused", {
  message: Schema.String
}) {
  readonly status = 409
  readonly code = "E-STATE"
}

/** It does not hold what is to leave it. */
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
