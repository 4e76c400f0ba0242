/** Why an account may not sign in. Codes and words: docs/product/errors.md, 3.7. */
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
