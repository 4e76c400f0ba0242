/** Errors of delegations. An invalid field is `InvalidFields`. */
import { Schema } from "effect"

/** A rule of the community or of delegations forbids it. */
export class DelegationRefused extends Schema.TaggedError<DelegationRefused>()("DelegationRefused", {
  message: Schema.String
}) {
  readonly status = 409
  readonly code = "E-STATE"
}

export class SignatureNeeded extends Schema.TaggedError<SignatureNeeded>()("SignatureNeeded", {}) {
  readonly status = 422
  readonly code = "E-PROOF"
  override get message() {
    return "This step needs your wallet and JavaScript."
  }
}

export class DelegationTooOld extends Schema.TaggedError<DelegationTooOld>()("DelegationTooOld", {}) {
  readonly status = 409
  readonly code = "E-CHALLENGE"
  override get message() {
    return "This request is older than 5 minutes. Start again."
  }
}
