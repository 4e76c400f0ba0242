/** Errors of delegations. An invalid field is `InvalidFields`. */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"

/** A rule of the community or of delegations forbids it. */
export class DelegationRefused extends coded("DelegationRefused", "E-STATE", 409, {
  fields: { message: Schema.String }
}) {}

export class SignatureNeeded extends coded("SignatureNeeded", "E-PROOF", 422, {
  message: "This step needs your wallet and JavaScript."
}) {}

export class DelegationTooOld extends coded("DelegationTooOld", "E-CHALLENGE", 409, {
  message: "This request is older than 5 minutes. Start again."
}) {}
