/** Reasons for refusing to remove an account. */
import { Schema } from "effect"

/** A community would be left without an owner (docs/product/people.md). */
export class StillOwner extends Schema.TaggedError<StillOwner>()("StillOwner", {
  names: Schema.Array(Schema.String)
}) {
  readonly status = 409
  readonly code = "E-HAND-OVER"
  override get message() {
    return `Hand over or archive ${this.names.join(", ")} first.`
  }
}
