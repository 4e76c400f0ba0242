/** Reasons for refusing a sign-in. Codes and texts: docs/product/errors.md. */
import { Schema } from "effect"
import { inWords, Suspension } from "./Suspension"

export class AccountSuspended extends Schema.TaggedError<AccountSuspended>()("AccountSuspended", {
  suspension: Suspension
}) {
  readonly status = 403
  readonly code = "E-ACCOUNT"
  override get message() {
    return inWords(this.suspension)
  }
}
