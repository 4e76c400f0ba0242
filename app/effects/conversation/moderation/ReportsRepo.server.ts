/** Reports on disk: the ones that wait, with the post and the people of each in the same statement. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import { Role } from "~/effects/access/Membership"
import { ReportReason } from "~/effects/conversation/discussion/forms"
import { Mentions } from "~/effects/conversation/discussion/mentions"
import { type PostRef, PostType, Shown } from "~/effects/conversation/discussion/Post"
import {
  OtherPersonColumns,
  otherPersonColumns,
  PersonColumns,
  personColumns
} from "~/effects/people/users/people.server"
import { ReportStatus } from "./Moderation"

const PostColumns = Schema.Struct({
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

export const QueueRow = Schema.Struct({
  ...PostColumns.fields,
  reporter: Schema.String,
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

export class ReportsRepo extends Effect.Service<ReportsRepo>()("effects/ReportsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const joins = sql`
      LEFT JOIN threads t ON r.target_type = 'thread' AND t.id = r.target_id
      LEFT JOIN comments c ON r.target_type = 'comment' AND c.id = r.target_id
      LEFT JOIN memberships am ON am.community_id = r.community_id AND am.account_address = r.target_author`
    const postColumns = `r.id, r.status, r.target_type, r.target_id, r.target_author, r.target_label, r.target_path,
      am.role AS author_role, COALESCE(t.shown, c.shown) AS shown`

    const select = SqlSchema.findOne({
      Request: Schema.Struct({ communityId: Schema.String, id: Schema.String }),
      Result: PostColumns,
      execute: ({ communityId, id }) => sql`SELECT ${sql.literal(postColumns)} FROM reports r ${joins}
        WHERE r.id = ${id} AND r.community_id = ${communityId}`
    })
    const find = Effect.fn("ReportsRepo.find")(function* (communityId: string, id: string) {
      const found = yield* Effect.orDie(select({ communityId, id }))
      if (Option.isNone(found)) return undefined
      const { authorRole, shown, status, targetAuthor, targetId, targetLabel, targetPath, targetType } = found.value
      return {
        status,
        post: {
          type: targetType,
          id: targetId,
          author: targetAuthor,
          authorRole,
          shown: shown ?? ("removed" as const),
          title: targetLabel,
          path: targetPath
        }
      }
    })

    const hasOpenFrom = Effect.fn("ReportsRepo.hasOpenFrom")(function* (account: string, { id, type }: PostRef) {
      const rows = yield* sql`SELECT id FROM reports WHERE target_type = ${type} AND target_id = ${id}
        AND reporter = ${account} AND status = 'open'`
      return rows.length > 0
    }, Effect.orDie)

    /** Every open report about one post gets the same answer. */
    const settle = Effect.fn("ReportsRepo.settle")(function* (
      { id, type }: PostRef,
      status: "upheld" | "dismissed",
      by: string,
      reason: string
    ) {
      const now = yield* Clock.currentTimeMillis
      yield* sql`UPDATE reports SET status = ${status}, handled_by = ${by}, handled_at = ${now},
        handled_reason = ${reason}, updated_at = ${now}
        WHERE target_type = ${type} AND target_id = ${id} AND status = 'open'`
    }, Effect.orDie)

    const selectWaiting = SqlSchema.findAll({
      Request: Schema.Struct({
        communityId: Schema.String,
        account: Schema.String,
        after: Schema.NullOr(Schema.Struct({ at: Schema.Number, id: Schema.String })),
        limit: Schema.Int
      }),
      Result: QueueRow,
      execute: ({ account, after, communityId, limit }) => sql`
        SELECT ${sql.literal(postColumns)}, r.reporter, r.reason, r.note, r.created_at,
          COALESCE(t.body, c.body) AS body, COALESCE(t.mentions, c.mentions) AS mentions, own.id AS own_report,
          ${sql.literal(personColumns)}, ${sql.literal(otherPersonColumns)}
        FROM reports r ${joins}
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
        communityId: string,
        account: string,
        after: { readonly at: number; readonly id: string } | null,
        limit: number
      ) => Effect.orDie(selectWaiting({ communityId, account, after, limit }))
    )

    return { find, hasOpenFrom, settle, waiting }
  })
}) {}
