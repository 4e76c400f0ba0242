/** One line of the inbox. Isomorphic. */

import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { notificationTypes } from "./kinds"

export const Entry = Schema.Struct({
  id: Schema.String,
  type: Schema.Literal(...notificationTypes),
  communityId: Schema.NullOr(CommunityId),
  community: Schema.NullOr(Schema.String),
  target: Schema.String,
  text: Schema.String,
  importance: Schema.Literal("normal", "important"),
  /** How often the same event happened within ten minutes. */
  times: Schema.Int,
  /** Unix milliseconds. */
  createdAt: Schema.Number,
  readAt: Schema.NullOr(Schema.Number)
})
export type Entry = typeof Entry.Type
