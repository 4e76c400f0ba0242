/**
 * Columns of the post that every statement about reports reads: reports `r`, threads `t`, comments `c`, memberships
 * `am`.
 */
import type { SqlClient } from "@effect/sql"
import { Schema } from "effect"
import { Role } from "~/effects/access/Membership"
import { PostType, Shown } from "~/effects/conversation/discussion/Post"
import { ReportStatus } from "./Moderation"

export const PostColumns = Schema.Struct({
  id: Schema.String,
  status: ReportStatus,
  targetType: PostType,
  targetId: Schema.String,
  targetAuthor: Schema.String,
  targetLabel: Schema.String,
  targetPath: Schema.String,
  authorRole: Schema.NullOr(Role),
  shown: Schema.NullOr(Shown)
})

/** The same as SQL. */
export const postColumns = `r.id, r.status, r.target_type, r.target_id, r.target_author, r.target_label, r.target_path,
  am.role AS author_role, COALESCE(t.shown, c.shown) AS shown`

/** A fragment of the two statements that read reports, so it takes the client they are written with. */
export const postJoins = (sql: SqlClient.SqlClient) => sql`
  LEFT JOIN threads t ON r.target_type = 'thread' AND t.id = r.target_id
  LEFT JOIN comments c ON r.target_type = 'comment' AND c.id = r.target_id
  LEFT JOIN memberships am ON am.community_id = r.community_id AND am.account_address = r.target_author`
