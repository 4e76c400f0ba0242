/** Why an announcement is refused. */

import { Schema } from "effect"
import { inUtc } from "~/effects/base/text/moments"

/** Two important ones within seven days already (docs/product/conversation.md). */
export class TooManyImportant extends Schema.TaggedError<TooManyImportant>()("TooManyImportant", {
  /** Unix milliseconds. */
  from: Schema.Number
}) {
  readonly status = 429
  readonly code = "E-LIMIT"
  override get message() {
    return `Two important announcements this week already. Send this one as normal or wait until ${inUtc("moment", this.from)} UTC.`
  }
}

/** Another person changed it first (docs/product/errors.md). */
export class StaleAnnouncement extends Schema.TaggedError<StaleAnnouncement>()("StaleAnnouncement", {
  stored: Schema.Struct({ title: Schema.String, body: Schema.String, version: Schema.String })
}) {
  readonly status = 409
  readonly code = "E-STALE"
  override get message() {
    return "Someone changed this meanwhile. Your text is kept; compare and save again."
  }
}

/** The signature was made for a time that has passed. */
export class SignedTooLongAgo extends Schema.TaggedError<SignedTooLongAgo>()("SignedTooLongAgo", {}) {
  readonly status = 409
  readonly code = "E-CHALLENGE"
  override get message() {
    return "This request is older than 5 minutes. Start again."
  }
}
