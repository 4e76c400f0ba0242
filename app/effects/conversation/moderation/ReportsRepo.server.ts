/** Stored reports: one with its post, a new one, and decisions. */
import type { SqlClient } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Role } from "~/effects/access/Membership"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { ReportReason } from "~/effects/conversation/discussion/forms"
import { Mentions } from "~/effects/conversation/discussion/mentions"
import { type PostRef, PostType, Shown } from "~/effects/conversation/discussion/Post"
import {
  OtherPersonColumns,
  otherPersonColumns,
  PersonColumns,
  personColumns
} from "~/effects/people/users/people.server"
import { OwnReport } from "./errors"
import { type ModeratedPost, ReportStatus } from "./Moderation"

/**
 * Columns of the post that every statement about reports reads: reports `r`, threads `t`, comments `c`, memberships
 * `am`.
 */
export const PostColumns = Schema.Struct({
  id: Schema.String,
  status: ReportStatus,
  targetType: PostType,
  targetId: Schema.String,
  targetAuthor: AccountAddress,
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

const postOf = (row: typeof PostColumns.Type): ModeratedPost => ({
  type: row.targetType,
  id: row.targetId,
  author: row.targetAuthor,
  authorRole: row.authorRole,
  shown: row.shown ?? "removed",
  title: row.targetLabel,
  path: row.targetPath
})

/** A submitted report. */
export interface NewReport {
  readonly id: string
  readonly communityId: CommunityId
  readonly post: ModeratedPost
  readonly reporter: AccountAddress
  readonly reason: string
  readonly note: string
  /** Unix milliseconds. */
  readonly at: number
}

export class ReportsRepo extends Effect.Service<ReportsRepo>()("conversation/moderation/ReportsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const selectWaiting = findAll({
      Request: Schema.Struct({
        communityId: CommunityId,
        account: AccountAddress,
        after: Schema.NullOr(Schema.Struct({ at: Schema.Number, id: Schema.String })),
        limit: Schema.Int
      }),
      Result: QueueRow,
      execute: ({ account, after, communityId, limit }) => sql`
        SELECT ${sql.literal(postColumns)}, r.reporter, r.reason, r.note, r.created_at,
          COALESCE(t.body, c.body) AS body, COALESCE(t.mentions, c.mentions) AS mentions, own.id AS own_report,
          ${sql.literal(personColumns)}, ${sql.literal(otherPersonColumns)}
        FROM reports r ${postJoins(sql)}
        LEFT JOIN reports own ON own.target_type = r.target_type AND own.target_id = r.target_id
          AND own.reporter = ${account} AND own.status = 'open'
        LEFT JOIN users u ON u.account_address = r.reporter
        LEFT JOIN users o ON o.account_address = r.target_author
        WHERE r.community_id = ${communityId} AND r.status = 'open'
          AND ${after === null ? sql`1 = 1` : sql`(r.created_at, r.id) > (${after.at}, ${after.id})`}
        ORDER BY r.created_at, r.id LIMIT ${limit}`
    })
    /** Oldest first. */
    const waiting = Effect.fn("ReportsRepo.waiting")(
      (
        communityId: CommunityId,
        account: AccountAddress,
        after: { readonly at: number; readonly id: string } | null,
        limit: number
      ) => selectWaiting({ communityId, account, after, limit })
    )

    const select = findOne({
      Request: Schema.Struct({ communityId: CommunityId, id: Schema.String }),
      Result: PostColumns,
      execute: ({ communityId, id }) => sql`SELECT ${sql.literal(postColumns)} FROM reports r ${postJoins(sql)}
        WHERE r.id = ${id} AND r.community_id = ${communityId}`
    })
    const find = Effect.fn("ReportsRepo.find")((communityId: CommunityId, id: string) =>
      Effect.map(
        select({ communityId, id }),
        Option.map((row) => ({ status: row.status, post: postOf(row) }))
      )
    )

    /** Fails if this account has an open report about the post. */
    const requireNotFrom = Effect.fn("ReportsRepo.requireNotFrom")(function* (
      account: AccountAddress,
      { id, type }: PostRef
    ) {
      const rows = yield* sql`SELECT id FROM reports WHERE target_type = ${type} AND target_id = ${id}
        AND reporter = ${account} AND status = 'open'`
      if (rows.length > 0) return yield* new OwnReport()
    })

    /** False if this account has reported the post before. */
    const insert = Effect.fn("ReportsRepo.insert")(function* ({ at, post, ...report }: NewReport) {
      const about = { targetType: post.type, targetId: post.id, targetAuthor: post.author }
      const shown = { targetLabel: post.title, targetPath: post.path }
      const row = { ...report, ...about, ...shown, status: "open", createdAt: at, updatedAt: at }
      const added = yield* sql`INSERT INTO reports ${sql.insert(row)}
        ON CONFLICT (target_type, target_id, reporter) DO NOTHING RETURNING id`
      return added.length > 0
    })

    /** All open reports about these posts get the same decision, in two statements at most. */
    const settle = Effect.fn("ReportsRepo.settle")(function* (
      posts: ReadonlyArray<PostRef>,
      status: "upheld" | "dismissed",
      handledBy: string,
      handledReason: string
    ) {
      const now = yield* Clock.currentTimeMillis
      const change = { status, handledBy, handledAt: now, handledReason, updatedAt: now }
      for (const type of PostType.literals) {
        const ids = posts.filter((post) => post.type === type).map(({ id }) => id)
        if (ids.length === 0) continue
        yield* sql`UPDATE reports SET ${sql.update(change)}
          WHERE target_type = ${type} AND ${sql.in("target_id", ids)} AND status = 'open'`
      }
    })

    return { find, requireNotFrom, insert, settle, waiting }
  })
}) {}

export const QueueRow = Schema.Struct({
  ...PostColumns.fields,
  reporter: AccountAddress,
  reason: ReportReason,
  note: Schema.String,
  createdAt: Schema.Number,
  body: Schema.NullOr(Schema.String),
  mentions: Schema.NullOr(Mentions),
  ownReport: Schema.NullOr(Schema.String),
  ...PersonColumns.fields,
  ...OtherPersonColumns.fields
})
export type QueueRow = typeof QueueRow.Type
