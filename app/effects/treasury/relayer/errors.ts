/** Errors of the relayer. */
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
