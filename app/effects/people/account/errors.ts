/** What keeps an account from being removed, and a choice from being kept. */
import { Schema } from "effect"

/** A community would be left without an owner (docs/product/people.md, 3.6.3). */
export class StillOwner extends Schema.TaggedError<StillOwner>()("StillOwner", {
  names: Schema.Array(Schema.String)
}) {
  readonly status = 409
  readonly code = "E-HAND-OVER"
  override get message() {
    return `Hand over or archive ${this.names.join(", ")} first.`
  }
}
