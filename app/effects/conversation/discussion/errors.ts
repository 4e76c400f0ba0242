/** Why a post, an edit or a report is refused. Sentences of docs/product/conversation.md and docs/product/errors.md. */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"

export class AlreadyReported extends coded("AlreadyReported", "E-STATE", 409, {
  message: "You have already reported this post. The moderators will look at it."
}) {}

/** Another person saved a text meanwhile; `stored` is that text, by field (docs/product/errors.md). */
export class StalePost extends coded("StalePost", "E-STALE", 409, {
  fields: {
    stored: Schema.Record({ key: Schema.String, value: Schema.String })
  },
  message: "Someone changed this meanwhile. Your text is kept; compare and save again."
}) {}
