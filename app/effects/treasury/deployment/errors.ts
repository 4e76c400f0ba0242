/** Why the treasury, or the ledger, is not for the caller or not yet. */
import { Schema } from "effect"
import { keptWords } from "./keptWords"
import { OTHER_RULE } from "./opens"

/** docs/product/treasury.md, 3.6.7: what needs the ledger says so. */
export class DeployFirst extends Schema.TaggedError<DeployFirst>()("DeployFirst", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return "Deploy the community first."
  }
}

/** docs/product/access.md, 3.2: the ledger says who holds an admin badge. `action` completes "Only … can". */
export class NotTreasuryHolder extends Schema.TaggedError<NotTreasuryHolder>()("NotTreasuryHolder", {
  name: Schema.String,
  action: Schema.String
}) {
  readonly status = 403
  readonly code = "E-ROLE"
  override get message() {
    return `Only who holds an admin badge of ${this.name} can ${this.action}.`
  }
}

/** docs/product/treasury.md, 3.6.6. */
export class OnlyOwnerDeploys extends Schema.TaggedError<OnlyOwnerDeploys>()("OnlyOwnerDeploys", {
  name: Schema.String
}) {
  readonly status = 403
  readonly code = "E-ROLE"
  override get message() {
    return `Only the owner of ${this.name} can deploy it.`
  }
}

/** docs/product/keepers.md: set by other means than this site, so nobody is asked to sign what would fail. */
export class OtherRule extends Schema.TaggedError<OtherRule>()("OtherRule", {}) {
  readonly status = 409
  readonly code = "E-KEEPERS"
  override get message() {
    return OTHER_RULE
  }
}

/** docs/product/keepers.md: one badge alone spends nothing any more. */
export class KeptByKeepers extends Schema.TaggedError<KeptByKeepers>()("KeptByKeepers", {
  needed: Schema.Int,
  keepers: Schema.Int
}) {
  readonly status = 409
  readonly code = "E-KEEPERS"
  override get message() {
    return keptWords(this)
  }
}
