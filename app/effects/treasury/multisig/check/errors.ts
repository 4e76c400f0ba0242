/** Why a transaction cannot be checked. */
import { Schema } from "effect"

/** The text is not such an id, or the ledger does not know the transaction or has not decided it. */
export class NotCheckable extends Schema.TaggedError<NotCheckable>()("NotCheckable", { message: Schema.String }) {
  readonly status = 422
  readonly code = "E-UNCHECKED"
}
