/** Why a post, an edit or a report is refused. Sentences of docs/product/conversation.md and docs/product/errors.md. */
import { Schema } from "effect"

export class AlreadyReported extends Schema.TaggedError<AlreadyReported>()("AlreadyReported", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return "You have already reported this post. The moderators will look at it."
  }
}

/** Another person saved a text meanwhile; `stored` is that text, by field (docs/product/errors.md). */
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
