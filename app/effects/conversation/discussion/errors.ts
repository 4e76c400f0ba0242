/**
 * Why something could not be said, changed or reported. Sentences of docs/product/conversation.md, 3.4, 3.5.8;
 * docs/product/errors.md, 3.7.
 */
import { Schema } from "effect"

export class AlreadyReported extends Schema.TaggedError<AlreadyReported>()("AlreadyReported", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return "You have reported this post already. The moderators will look at it."
  }
}

/** A person saved another text meanwhile; `stored` is theirs, by field (docs/product/errors.md, D17). */
export class StalePost extends Schema.TaggedError<StalePost>()("StalePost", {
  stored: Schema.Record({ key: Schema.String, value: Schema.String })
}) {
  readonly status = 409
  readonly code = "E-STALE"
  override get message() {
    return "Someone changed this meanwhile. Your text is kept; compare and save again."
  }
}

export class NothingChanged extends Schema.TaggedError<NothingChanged>()("NothingChanged", {}) {
  readonly status = 422
  readonly code = "E-FIELDS"
  override get message() {
    return "Nothing has changed."
  }
}
