/** Why an announcement is refused. */

import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"
import { inUtc } from "~/effects/base/text/moments"

/** Two important ones within seven days already (docs/product/conversation.md). */
export class TooManyImportant extends coded("TooManyImportant", "E-LIMIT", 429, {
  fields: {
    /** Unix milliseconds. */
    from: Schema.Number
  },
  message: ({ from }) =>
    `Two important announcements this week already. Send this one as normal or wait until ${inUtc("moment", from)} UTC.`
}) {}

/** Another person changed it first (docs/product/errors.md). */
export class StaleAnnouncement extends coded("StaleAnnouncement", "E-STALE", 409, {
  fields: {
    stored: Schema.Struct({ title: Schema.String, body: Schema.String, version: Schema.String })
  },
  message: "Someone changed this meanwhile. Your text is kept; compare and save again."
}) {}

/** The signature was made for a time that has passed. */
export class SignedTooLongAgo extends coded("SignedTooLongAgo", "E-CHALLENGE", 409, {
  message: "This request is older than 5 minutes. Start again."
}) {}
