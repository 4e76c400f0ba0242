/** Reasons for refusing a sign-in. Codes and texts: docs/product/errors.md. */
import { coded } from "~/effects/base/failures/coded"
import { inWords, Suspension } from "./Suspension"

export class AccountSuspended extends coded("AccountSuspended", "E-ACCOUNT", 403, {
  fields: { suspension: Suspension },
  message: ({ suspension }) => inWords(suspension)
}) {}
