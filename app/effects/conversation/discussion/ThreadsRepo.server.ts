/**
 * Threads on disk. A page of the list is read off the index of its order and starts right after the last row of the
 * page before; what an index cannot narrow is looked at row by row on the way.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { Role } from "~/effects/access/Membership"
import { wordsOf } from "~/effects/communities/communities/search"
import { PersonColumns, personColumns } from "~/effects/people/users/people.server"
import type { ThreadsQuery } from "./listQuery"
import { Mentions } from "./mentions"
import { Category, FollowState, Shown, ThreadState } from "./Post"

const Flag = Schema.transform(Schema.Number, Schema.Boolean, {
  strict: true,
  decode: (n) => n !== 0,
  encode: (flag) => (flag ? 1 : 0)
})

const shared = {
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

const CardRow = Schema.Struct({
  ...shared,
  memberSince: Schema.NullOr(Schema.Number),
  allReadAt: Schema.NullOr(Schema.Number)
})
export type CardRow = typeof CardRow.Type

const ThreadRow = Schema.Struct({
  ...shared,
  body: Schema.String,
  mentions: Mentions,
  closedBy: Schema.NullOr(Schema.String),
  peopleCount: Schema.Int,
  version: Schema.Int,
  editedAt: Schema.NullOr(Schema.Number),
  /** The author's role in the community now. */
  authorRole: Schema.NullOr(Role),
  agreed: Schema.NullOr(Schema.String)
})
export type ThreadRow = typeof ThreadRow.Type

const cardColumns = `t.id, t.number, t.community_id, t.author, ${personColumns}, t.title, t.category, t.state, t.shown,
  t.reason, t.pinned, t.proposal_number, t.comment_count, t.agree_count, t.last_activity_at, t.created_at,
  f.state AS follow, r.read_at`

export class ThreadsRepo extends Effect.Service<ThreadsRepo>()("effects/ThreadsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    /** The reader's own marks; nobody's for a reader without an account. */
    const marks = (account: string) => sql`
      LEFT JOIN follows f ON f.account_address = ${account} AND f.target_type = 'thread' AND f.target_id = t.id
      LEFT JOIN read_marks r ON r.account_address = ${account} AND r.target_type = 'thread' AND r.target_id = t.id`

    /** After the pinned ones Postgres must not guess from `pinned` how much is left: it would read and sort all of it. */
    const beyond = ({ at, id, pinned }: NonNullable<ThreadsQuery["after"]>) =>
      pinned === 0
        ? sql`t.pinned = 0 AND (t.last_activity_at, t.id) < (${at}, ${id})`
        : sql`(t.pinned, t.last_activity_at, t.id) < (${pinned}, ${at}, ${id})`

    const conditions = (communityId: string, account: string, query: ThreadsQuery) =>
      sql.and([
        sql`t.community_id = ${communityId} AND t.listed = 1`,
        ...(query.category === null ? [] : [sql`t.category = ${query.category}`]),
        ...(query.state === null ? [] : [sql`t.state = ${query.state}`]),
        ...(query.show === "mine" ? [sql`t.author = ${account}`] : []),
        ...(query.show === "unread"
          ? [
              sql`t.last_activity_at > COALESCE(m.last_read_at, m.joined_at)
                AND (r.read_at IS NULL OR t.last_activity_at > r.read_at) AND (f.state IS NULL OR f.state <> 'muted')`
            ]
          : []),
        ...wordsOf(query.q).map((word) => sql`t.search_text LIKE ${`%${word}%`}`),
        ...(query.after === null ? [] : [beyond(query.after)])
      ])

    /** The statement of a page, for measuring it. */
    const statement = (communityId: string, account: string | null, query: ThreadsQuery, limit: number) => sql`
      SELECT ${sql.literal(cardColumns)}, m.joined_at AS member_since, m.last_read_at AS all_read_at
      FROM threads t LEFT JOIN users u ON u.account_address = t.author ${marks(account ?? "")}
      LEFT JOIN memberships m ON m.community_id = t.community_id AND m.account_address = ${account ?? ""}
      WHERE ${conditions(communityId, account ?? "", query)}
      ORDER BY t.pinned DESC, t.last_activity_at DESC, t.id DESC LIMIT ${limit}`

    const decodeCards = Schema.decodeUnknown(Schema.Array(CardRow))
    const page = Effect.fn("ThreadsRepo.page")(
      (communityId: string, account: string | null, query: ThreadsQuery, limit: number) =>
        statement(communityId, account, query, limit).pipe(Effect.flatMap(decodeCards), Effect.orDie)
    )

    const select = (column: "number" | "id") =>
      SqlSchema.findOne({
        Request: Schema.Struct({
          communityId: Schema.String,
          account: Schema.String,
          key: Schema.Union(Schema.String, Schema.Number)
        }),
        Result: ThreadRow,
        execute: ({ account, communityId, key }) => sql`
          SELECT ${sql.literal(cardColumns)}, t.body, t.mentions, t.closed_by, t.people_count, t.version, t.edited_at,
            am.role AS author_role, a.account_address AS agreed
          FROM threads t LEFT JOIN users u ON u.account_address = t.author ${marks(account)}
          LEFT JOIN memberships am ON am.community_id = t.community_id AND am.account_address = t.author
          LEFT JOIN reactions a ON a.target_type = 'thread' AND a.target_id = t.id AND a.account_address = ${account}
          WHERE t.community_id = ${communityId} AND t.${sql(column)} = ${key}`
      })
    const selectBy = { number: select("number"), id: select("id") }

    const find = (by: "number" | "id") =>
      Effect.fn("ThreadsRepo.find")((communityId: string, key: string | number, account: string | null) =>
        Effect.orDie(selectBy[by]({ communityId, key, account: account ?? "" }))
      )

    /** The next number of a community. The caller has taken its turn. */
    const nextNumber = Effect.fn("ThreadsRepo.nextNumber")(function* (communityId: string) {
      const [last] = yield* sql<{ readonly number: number | null }>`
        SELECT MAX(number) AS number FROM threads WHERE community_id = ${communityId}`
      return (last?.number ?? 0) + 1
    }, Effect.orDie)

    return { page, statement, byNumber: find("number"), byId: find("id"), nextNumber }
  })
}) {}

export const isUnread = (row: CardRow, account: string | null): boolean => {
  if (account === null || row.memberSince === null || row.follow === "muted") return false
  const seen = Math.max(row.readAt ?? 0, row.allReadAt ?? row.memberSince)
  return row.lastActivityAt > seen
}
