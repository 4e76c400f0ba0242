/**
 * Reads comments on threads, proposals and announcements. The owner of the target supplies a `CommentTarget`; the rest
 * is the same everywhere.
 *
 * Comments are read branch by branch: the first comment of a branch, then everything under it, oldest first. One index
 * has that order, and one statement returns a page with the total and the reader's read marker.
 */
import { Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { Role } from "~/effects/access/Membership"
import type { CommunityRole } from "~/effects/access/permissions"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { NotThere } from "~/effects/base/failures/failures"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import {
  OtherPersonColumns,
  otherPersonColumns,
  otherPersonOf,
  PersonColumns,
  personColumns,
  personOf
} from "~/effects/people/users/people.server"
import { type CommentTarget, type From, keyOf } from "./CommentTarget"
import { type Mention, Mentions } from "./mentions"
import { COMMENTS_PER_PAGE, type CommentsPage, type CommentView, Shown, type TargetType } from "./Post"
import { Posting } from "./Posting.server"
import { postRights } from "./rights"

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

const PageRow = Schema.Struct({
  ...CommentRow.fields,
  total: Schema.NullOr(Schema.Int),
  lastSeq: Schema.NullOr(Schema.Int),
  readSeq: Schema.NullOr(Schema.Int)
})
type PageRow = typeof PageRow.Type

const OneRow = Schema.Struct({
  ...CommentRow.fields,
  targetType: Schema.Literal("thread", "proposal", "announcement"),
  targetId: Schema.String
})

const columns = `c.id, c.community_id, c.seq, c.root_seq, c.parent_id, c.author, ${personColumns}, am.role AS author_role,
  c.body, c.mentions, c.shown, c.reason, c.agree_count, c.version, c.edited_at, c.created_at,
  a.account_address AS agreed, p.seq AS parent_seq, p.author AS parent_author, ${otherPersonColumns}`

/** Turns a comment's row into the view of a page: nothing of a removed text, and this reader's rights. */
type ToTree = (text: string, mentions: ReadonlyArray<Mention>, anchorPrefix: string) => MarkdownTree

const commentView = (row: PageRow, communityRole: CommunityRole, toTree: ToTree): CommentView => {
  const isOwn = row.author === communityRole.account
  const isReplyToReply = row.parentSeq !== null && row.parentSeq !== row.rootSeq && row.parentAuthor !== null
  return {
    type: "comment",
    id: row.id,
    seq: row.seq,
    isReply: row.seq !== row.rootSeq,
    replyTo:
      isReplyToReply && row.parentAuthor !== null
        ? (otherPersonOf(row.parentAuthor, row).name ?? "a removed account")
        : null,
    author: personOf(row.author, row),
    isOwn,
    shown: row.shown,
    reason: row.shown === "hidden" ? row.reason : null,
    text: row.shown === "removed" ? [] : toTree(row.body, row.mentions, `c-${row.id}-`),
    agreeCount: row.agreeCount,
    hasAgreed: row.agreed !== null,
    createdAt: row.createdAt,
    editedAt: row.shown === "removed" ? null : row.editedAt,
    isNew: !isOwn && row.readSeq !== null && row.seq > row.readSeq,
    rights: postRights(communityRole, { author: row.author, authorRole: row.authorRole, shown: row.shown })
  }
}

export class Comments extends Effect.Service<Comments>()("conversation/discussion/Comments", {
  effect: Effect.gen(function* () {
    const posting = yield* Posting

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
    const rowsOf = Effect.fn("Comments.rowsOf")(
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
    const byId = Effect.fn("Comments.byId")((id: string, account: AccountAddress | null) => select({ id, account }))

    /** One page in reading order, with one statement. */
    const page = Effect.fn("Comments.page")(function* (
      who: Inside,
      target: Pick<CommentTarget, "type" | "id">,
      from: From,
      size = COMMENTS_PER_PAGE
    ) {
      const account = who.communityRole.account
      const rows = yield* rowsOf(target.type, target.id, account, from, size + 1)
      const isBackwards = from !== null && "before" in from
      const hasMore = rows.length > size
      const shown = isBackwards ? rows.slice(0, size).reverse() : rows.slice(0, size)
      const [first] = shown
      const last = shown.at(-1)
      const toTree = posting.toTrees()
      const isStart = from === null || (first?.rootSeq === 1 && first.seq === 1)
      const page: CommentsPage = {
        comments: shown.map((row) => commentView(row, who.communityRole, toTree)),
        total: first?.total ?? 0,
        lastSeq: first?.lastSeq ?? 0,
        before: first !== undefined && !isStart && (!isBackwards || hasMore) ? keyOf(first) : null,
        after: last !== undefined && (isBackwards || hasMore) ? keyOf(last) : null
      }
      return page
    })

    /** One stored comment of a conversation; fails for an id of another conversation. */
    const one = Effect.fn("Comments.one")(function* (
      target: Pick<CommentTarget, "type" | "id">,
      id: string,
      account: AccountAddress | null
    ) {
      const found = yield* byId(id, account)
      return Option.isSome(found) && found.value.targetType === target.type && found.value.targetId === target.id
        ? found.value
        : yield* new NotThere({})
    })

    return { page, one, statement }
  })
}) {}
