/** Columns that every statement about threads reads, with the reader's own follows and read markers. */
import { Schema } from "effect"
import { PersonColumns, personColumns } from "~/effects/people/users/people.server"
import { Category, FollowState, Shown, ThreadState } from "./Post"

const Flag = Schema.transform(Schema.Number, Schema.Boolean, {
  strict: true,
  decode: (n) => n !== 0,
  encode: (flag) => (flag ? 1 : 0)
})

/** Columns of a thread, in lists and alone. */
export const threadFields = {
  id: Schema.String,
  number: Schema.Int,
  communityId: Schema.String,
  author: Schema.String,
  ...PersonColumns.fields,
  title: Schema.String,
  category: Category,
  state: ThreadState,
  shown: Shown,
  reason: Schema.NullOr(Schema.String),
  pinned: Flag,
  proposalNumber: Schema.NullOr(Schema.Int),
  commentCount: Schema.Int,
  agreeCount: Schema.Int,
  lastActivityAt: Schema.Number,
  createdAt: Schema.Number,
  follow: Schema.NullOr(FollowState),
  readAt: Schema.NullOr(Schema.Number)
}

/** The same as SQL: threads `t`, their authors `u`, the reader's follows `f` and read markers `r`. */
export const threadColumns = `t.id, t.number, t.community_id, t.author, ${personColumns}, t.title, t.category, t.state, t.shown,
  t.reason, t.pinned, t.proposal_number, t.comment_count, t.agree_count, t.last_activity_at, t.created_at,
  f.state AS follow, r.read_at`
