/** A thread as the square names it: its text is for readers who open it. */
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
