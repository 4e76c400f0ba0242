/**
 * The list of a community's threads. A page is read from the index of its order, starting right after the last row of
 * the previous page; filters that no index covers are checked row by row.
 */

import { Effect, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { containsWords } from "~/effects/base/db/wordSearch.server"
import type { ThreadsQuery } from "./listQuery"
import { threadColumns, threadFields } from "./ThreadsRepo.server"

const CardRow = Schema.Struct({
  ...threadFields,
  memberSince: Schema.NullOr(Schema.Number),
  allReadAt: Schema.NullOr(Schema.Number)
})
export type CardRow = typeof CardRow.Type

export class ThreadListRepo extends Effect.Service<ThreadListRepo>()("conversation/discussion/ThreadListRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    /** The reader's own follows and read markers; none without an account. */
    const marks = (account: AccountAddress | null) => sql`
      LEFT JOIN follows f ON f.account_address = ${account} AND f.target_type = 'thread' AND f.target_id = t.id
      LEFT JOIN read_marks r ON r.account_address = ${account} AND r.target_type = 'thread' AND r.target_id = t.id`

    /** After the pinned ones Postgres must not estimate the rest from `pinned`: it would read and sort everything. */
    const beyond = ({ at, id, pinned }: NonNullable<ThreadsQuery["after"]>) =>
      pinned === 0
        ? sql`t.pinned = 0 AND (t.last_activity_at, t.id) < (${at}, ${id})`
        : sql`(t.pinned, t.last_activity_at, t.id) < (${pinned}, ${at}, ${id})`

    const conditions = (communityId: CommunityId, account: AccountAddress | null, query: ThreadsQuery) =>
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
        ...containsWords(sql, query.q, "t.search_text"),
        ...(query.after === null ? [] : [beyond(query.after)])
      ])

    /** The statement of a page, for benchmarks. */
    const statement = (
      communityId: CommunityId,
      account: AccountAddress | null,
      query: ThreadsQuery,
      limit: number
    ) => sql`
      SELECT ${sql.literal(threadColumns)}, m.joined_at AS member_since, m.last_read_at AS all_read_at
      FROM threads t LEFT JOIN users u ON u.account_address = t.author ${marks(account)}
      LEFT JOIN memberships m ON m.community_id = t.community_id AND m.account_address = ${account}
      WHERE ${conditions(communityId, account, query)}
      ORDER BY t.pinned DESC, t.last_activity_at DESC, t.id DESC LIMIT ${limit}`

    const decodeCards = Schema.decodeUnknown(Schema.Array(CardRow))
    const page = Effect.fn("ThreadListRepo.page")(
      (communityId: CommunityId, account: AccountAddress | null, query: ThreadsQuery, limit: number) =>
        statement(communityId, account, query, limit).pipe(Effect.flatMap(decodeCards), Effect.orDie)
    )

    return { page, statement }
  })
}) {}

/** Whether the thread has comments that this reader, a member, has not seen. */
export const isUnread = (row: CardRow, account: AccountAddress | null): boolean => {
  if (account === null || row.memberSince === null || row.follow === "muted") return false
  const seen = Math.max(row.readAt ?? 0, row.allReadAt ?? row.memberSince)
  return row.lastActivityAt > seen
}
