/** Why nothing is said of a transaction that somebody asks about. */
import { Schema } from "effect"

/** What was typed is no such id, or the ledger has no such transaction, or has not decided it. */
export class NotCheckable extends Schema.TaggedError<NotCheckable>()("NotCheckable", { message: Schema.String }) {
  readonly status = 422
  readonly code = "E-UNCHECKED"
}
