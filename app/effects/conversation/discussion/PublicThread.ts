/** A thread as the public square lists it, without its text. */

import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Category } from "./Post"

export const PublicThread = Schema.Struct({
  id: Schema.String,
  number: Schema.Int,
  communityId: CommunityId,
  communityName: Schema.String,
  slug: Schema.String,
  title: Schema.String,
  category: Category,
  commentCount: Schema.Int,
  createdAt: Schema.Number
})
export type PublicThread = typeof PublicThread.Type
