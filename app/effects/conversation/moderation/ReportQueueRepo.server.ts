/** The open reports of a community, with post and people of each in one statement. */

import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { ReportReason } from "~/effects/conversation/discussion/forms"
import { Mentions } from "~/effects/conversation/discussion/mentions"
import {
  OtherPersonColumns,
  otherPersonColumns,
  PersonColumns,
  personColumns
} from "~/effects/people/users/people.server"
import { PostColumns, postColumns, postJoins } from "./ReportsRepo.server"

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

export class ReportQueueRepo extends Effect.Service<ReportQueueRepo>()("conversation/moderation/ReportQueueRepo", {
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
    const waiting = Effect.fn("ReportQueueRepo.waiting")(
      (
        communityId: CommunityId,
        account: AccountAddress,
        after: { readonly at: number; readonly id: string } | null,
        limit: number
      ) => selectWaiting({ communityId, account, after, limit })
    )

    return { waiting }
  })
}) {}
