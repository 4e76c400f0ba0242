/**
 * Stored comments, read branch by branch: the first comment of a branch, then everything under it, oldest first. One
 * index has that order, and one statement returns a page with the total and the reader's read marker.
 */

import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Role } from "~/effects/access/Membership"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import {
  OtherPersonColumns,
  otherPersonColumns,
  PersonColumns,
  personColumns
} from "~/effects/people/users/people.server"
import type { From } from "./CommentTarget"
import { Mentions } from "./mentions"
import { Shown, type TargetType } from "./Post"

const CommentRow = Schema.Struct({
  id: Schema.String,
  communityId: CommunityId,
  seq: Schema.Int,
  rootSeq: Schema.Int,
  parentId: Schema.NullOr(Schema.String),
  author: AccountAddress,
  ...PersonColumns.fields,
  authorRole: Schema.NullOr(Role),
  body: Schema.String,
  mentions: Mentions,
  shown: Shown,
  reason: Schema.NullOr(Schema.String),
  agreeCount: Schema.Int,
  version: Schema.Int,
  editedAt: Schema.NullOr(Schema.Number),
  createdAt: Schema.Number,
  agreed: Schema.NullOr(Schema.String),
  parentSeq: Schema.NullOr(Schema.Int),
  parentAuthor: Schema.NullOr(AccountAddress),
  ...OtherPersonColumns.fields
})
export type CommentRow = typeof CommentRow.Type

const PageRow = Schema.Struct({
  ...CommentRow.fields,
  total: Schema.NullOr(Schema.Int),
  lastSeq: Schema.NullOr(Schema.Int),
  readSeq: Schema.NullOr(Schema.Int)
})
export type PageRow = typeof PageRow.Type

const OneRow = Schema.Struct({
  ...CommentRow.fields,
  targetType: Schema.Literal("thread", "proposal", "announcement"),
  targetId: Schema.String
})
export type OneRow = typeof OneRow.Type

const columns = `c.id, c.community_id, c.seq, c.root_seq, c.parent_id, c.author, ${personColumns}, am.role AS author_role,
  c.body, c.mentions, c.shown, c.reason, c.agree_count, c.version, c.edited_at, c.created_at,
  a.account_address AS agreed, p.seq AS parent_seq, p.author AS parent_author, ${otherPersonColumns}`

export class CommentsRepo extends Effect.Service<CommentsRepo>()("conversation/discussion/CommentsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const joins = (account: AccountAddress | null) => sql`
      LEFT JOIN users u ON u.account_address = c.author
      LEFT JOIN memberships am ON am.community_id = c.community_id AND am.account_address = c.author
      LEFT JOIN reactions a ON a.target_type = 'comment' AND a.target_id = c.id AND a.account_address = ${account}
      LEFT JOIN comments p ON p.id = c.parent_id
      LEFT JOIN users o ON o.account_address = p.author`

    const start = (from: From) => {
      if (from === null) return sql`1 = 1`
      if ("after" in from) return sql`(c.root_seq, c.seq) > (${from.after.root}, ${from.after.seq})`
      if ("before" in from) return sql`(c.root_seq, c.seq) < (${from.before.root}, ${from.before.seq})`
      return sql`c.root_seq >= COALESCE((SELECT b.root_seq FROM comments b WHERE b.id = ${from.at}
        AND b.target_type = c.target_type AND b.target_id = c.target_id), 0)`
    }

    /** The statement of a page, for benchmarks. */
    const statement = (type: TargetType, id: string, account: AccountAddress | null, from: From, limit: number) => {
      const way = from !== null && "before" in from ? sql.literal("DESC") : sql.literal("ASC")
      return sql`
        SELECT ${sql.literal(columns)}, v.comment_count AS total, v.last_seq, r.seq AS read_seq
        FROM comments c ${joins(account)}
        LEFT JOIN conversations v ON v.target_type = c.target_type AND v.target_id = c.target_id
        LEFT JOIN read_marks r ON r.account_address = ${account}
          AND r.target_type = c.target_type AND r.target_id = c.target_id
        WHERE c.target_type = ${type} AND c.target_id = ${id} AND ${start(from)}
        ORDER BY c.root_seq ${way}, c.seq ${way} LIMIT ${limit}`
    }

    const decode = Schema.decodeUnknown(Schema.Array(PageRow))
    /** In reading order, for either direction. */
    const page = Effect.fn("CommentsRepo.page")(
      (type: TargetType, id: string, account: AccountAddress | null, from: From, limit: number) =>
        statement(type, id, account, from, limit).pipe(Effect.flatMap(decode), Effect.orDie)
    )

    const select = findOne({
      Request: Schema.typeSchema(Schema.Struct({ id: Schema.String, account: Schema.NullOr(AccountAddress) })),
      Result: OneRow,
      execute: ({ account, id }) => sql`
        SELECT ${sql.literal(columns)}, c.target_type, c.target_id
        FROM comments c ${joins(account)} WHERE c.id = ${id}`
    })
    const byId = Effect.fn("CommentsRepo.byId")((id: string, account: AccountAddress | null) => select({ id, account }))

    return { page, statement, byId }
  })
}) {}
