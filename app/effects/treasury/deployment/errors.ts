/** Errors of reading or using a community's treasury. */
import { Schema } from "effect"
import { keptWords } from "./keptWords"
import { OTHER_RULE } from "./opens"

/** For actions that need a deployed community (docs/product/treasury.md). */
export class DeployFirst extends Schema.TaggedError<DeployFirst>()("DeployFirst", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return "Deploy the community first."
  }
}

/** The ledger says who holds an admin badge (docs/product/access.md). `action` completes "Only … can". */
export class NotTreasuryHolder extends Schema.TaggedError<NotTreasuryHolder>()("NotTreasuryHolder", {
  name: Schema.String,
  action: Schema.String
}) {
  readonly status = 403
  readonly code = "E-ROLE"
  override get message() {
    return `Only holders of an admin badge of ${this.name} can ${this.action}.`
  }
}

export class OnlyOwnerDeploys extends Schema.TaggedError<OnlyOwnerDeploys>()("OnlyOwnerDeploys", {
  name: Schema.String
}) {
  readonly status = 403
  readonly code = "E-ROLE"
  override get message() {
    return `Only the owner of ${this.name} can deploy it.`
  }
}

/**
 * The rule was set outside this site, so a prepared transaction would fail and nobody is asked to sign one
 * (docs/product/multisig.md).
 */
export class OtherRule extends Schema.TaggedError<OtherRule>()("OtherRule", {}) {
  readonly status = 409
  readonly code = "E-KEEPERS"
  override get message() {
    return OTHER_RULE
  }
}

/** A single badge can no longer spend from this treasury (docs/product/multisig.md). */
export class HeldBySigners extends Schema.TaggedError<HeldBySigners>()("HeldBySigners", {
  needed: Schema.Int,
  signers: Schema.Int
}) {
  readonly status = 409
  readonly code = "E-KEEPERS"
  override get message() {
    return keptWords(this)
  }
}
