/** Stored threads: one by its number or id, and inserting a new one. */

import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Role } from "~/effects/access/Membership"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findOne, Sql, single } from "~/effects/base/db/statements.server"
import { searchText } from "~/effects/base/text/fold"
import { PersonColumns, personColumns } from "~/effects/people/users/people.server"
import { Mentions } from "./mentions"
import { Category, FollowState, Shown, ThreadState } from "./Post"

/** Columns that every statement about threads reads, with the reader's own follows and read markers. */
const Flag = Schema.transform(Schema.Number, Schema.Boolean, {
  strict: true,
  decode: (n) => n !== 0,
  encode: (flag) => (flag ? 1 : 0)
})

/** Columns of a thread, in lists and alone. */
export const threadFields = {
  id: Schema.String,
  number: Schema.Int,
  communityId: CommunityId,
  author: AccountAddress,
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

const ThreadRow = Schema.Struct({
  ...threadFields,
  body: Schema.String,
  mentions: Mentions,
  closedBy: Schema.NullOr(Schema.String),
  peopleCount: Schema.Int,
  version: Schema.Int,
  editedAt: Schema.NullOr(Schema.Number),
  /** The author's current role in the community. */
  authorRole: Schema.NullOr(Role),
  agreed: Schema.NullOr(Schema.String)
})
export type ThreadRow = typeof ThreadRow.Type

/** A new thread. */
export interface NewThread {
  readonly id: string
  readonly number: number
  readonly communityId: CommunityId
  readonly author: AccountAddress
  readonly title: string
  readonly body: string
  readonly category: Category
  readonly mentions: Mentions
  /** Unix milliseconds. */
  readonly at: number
}

export class ThreadsRepo extends Effect.Service<ThreadsRepo>()("conversation/discussion/ThreadsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    /** The reader's own follows and read markers; none without an account. */
    const marks = (account: AccountAddress | null) => sql`
      LEFT JOIN follows f ON f.account_address = ${account} AND f.target_type = 'thread' AND f.target_id = t.id
      LEFT JOIN read_marks r ON r.account_address = ${account} AND r.target_type = 'thread' AND r.target_id = t.id`

    const select = (column: "number" | "id") =>
      findOne({
        Request: Schema.typeSchema(
          Schema.Struct({
            communityId: CommunityId,
            account: Schema.NullOr(AccountAddress),
            key: Schema.Union(Schema.String, Schema.Number)
          })
        ),
        Result: ThreadRow,
        execute: ({ account, communityId, key }) => sql`
          SELECT ${sql.literal(threadColumns)}, t.body, t.mentions, t.closed_by, t.people_count, t.version, t.edited_at,
            am.role AS author_role, a.account_address AS agreed
          FROM threads t LEFT JOIN users u ON u.account_address = t.author ${marks(account)}
          LEFT JOIN memberships am ON am.community_id = t.community_id AND am.account_address = t.author
          LEFT JOIN reactions a ON a.target_type = 'thread' AND a.target_id = t.id AND a.account_address = ${account}
          WHERE t.community_id = ${communityId} AND t.${sql(column)} = ${key}`
      })
    const selectBy = { number: select("number"), id: select("id") }

    const find = (by: "number" | "id") =>
      Effect.fn("ThreadsRepo.find")((communityId: CommunityId, key: string | number, account: AccountAddress | null) =>
        selectBy[by]({ communityId, key, account })
      )

    const selectLast = single({
      Request: Schema.String,
      Result: Schema.Struct({ number: Schema.NullOr(Schema.Int) }),
      execute: (communityId) => sql`SELECT MAX(number) AS number FROM threads WHERE community_id = ${communityId}`
    })
    /** The next number of a community. The caller holds its lock. */
    const nextNumber = Effect.fn("ThreadsRepo.nextNumber")((communityId: CommunityId) =>
      Effect.map(selectLast(communityId), ({ number }) => (number ?? 0) + 1)
    )

    const insert = Effect.fn("ThreadsRepo.insert")(function* ({ at, mentions, ...thread }: NewThread) {
      const searched = searchText(thread.title, thread.body)
      const times = { lastActivityAt: at, createdAt: at, updatedAt: at }
      const state = { state: "open", shown: "visible", mentions: JSON.stringify(mentions), searchText: searched }
      yield* sql`INSERT INTO threads ${sql.insert({ ...thread, ...state, ...times })}`
    })

    return { byNumber: find("number"), byId: find("id"), nextNumber, insert }
  })
}) {}
