/** A thread as the public square lists it, without its text. */
import { Schema } from "effect"
import { Category } from "./Post"

export const PublicThread = Schema.Struct({
  id: Schema.String,
  number: Schema.Int,
  communityId: Schema.String,
  communityName: Schema.String,
  slug: Schema.String,
  title: Schema.String,
  category: Category,
  commentCount: Schema.Int,
  createdAt: Schema.Number
})
export type PublicThread = typeof PublicThread.Type
