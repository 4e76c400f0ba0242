/** Stored conversations: their numbers of comments and people, and adding comments. */

import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql, single } from "~/effects/base/db/statements.server"
import { WrongState } from "~/effects/base/failures/failures"
import type { CommentTarget } from "./CommentTarget"
import { Shown, TargetRef } from "./Post"

const Parent = Schema.Struct({ id: Schema.String, rootSeq: Schema.Int, shown: Shown })
export type Parent = typeof Parent.Type

/** What a batch adds to a conversation: comments, and people who are new to it. */
interface Added {
  readonly comments: number
  readonly people: number
}

const Counted = Schema.Struct({
  ...TargetRef.fields,
  title: Schema.String,
  path: Schema.String,
  communityId: CommunityId,
  comments: Schema.Int,
  people: Schema.Int,
  now: Schema.Number
})

export const makeConversations = Effect.gen(function* () {
  const sql = yield* Sql

  const nextSeq = single({
    Request: Counted,
    Result: Schema.Struct({ lastSeq: Schema.Int }),
    execute: ({ comments, communityId, id, now, path, people, title, type }) => {
      const counts = { commentCount: comments, peopleCount: people, lastSeq: comments, lastAt: now }
      return sql`INSERT INTO conversations
        ${sql.insert({ targetType: type, targetId: id, communityId, path, title, ...counts })}
        ON CONFLICT (target_type, target_id) DO UPDATE SET
          comment_count = conversations.comment_count + excluded.comment_count,
          people_count = conversations.people_count + excluded.people_count,
          notified_seq = CASE WHEN conversations.path IS NULL THEN conversations.last_seq ELSE conversations.notified_seq END,
          path = excluded.path, title = excluded.title,
          last_seq = conversations.last_seq + excluded.last_seq, last_at = excluded.last_at
        RETURNING last_seq`
    }
  })
  /**
   * Numbers comments, and counts them and the people who are new to the conversation; returns the last number. Other
   * servers' comments wait from here until the transaction ends. Also records that followers must be notified.
   */
  const count = Effect.fn("Conversations.count")(function* (
    { id, path, title, type }: CommentTarget,
    communityId: CommunityId,
    { comments, people }: Added,
    now: number
  ) {
    const { lastSeq } = yield* nextSeq({ type, id, path, title, communityId, comments, people, now })
    return lastSeq
  })

  const selectSpoken = findAll({
    Request: Schema.Struct({ ...TargetRef.fields, accounts: Schema.Array(Schema.String) }),
    Result: Schema.Struct({ author: AccountAddress }),
    execute: ({ accounts, id, type }) => sql`SELECT DISTINCT author FROM comments
      WHERE target_type = ${type} AND target_id = ${id} AND ${sql.in("author", accounts)}`
  })
  /**
   * How many of these accounts comment here for the first time. The lock on an account's posts makes the count exact
   * (PostingLimits).
   */
  const newTo = Effect.fn("Conversations.newTo")(function* ({ id, type }: TargetRef, accounts: ReadonlyArray<string>) {
    return accounts.length - (yield* selectSpoken({ type, id, accounts })).length
  })

  /** Moves a thread up its list; fails if the target is closed or hidden. */
  const hold = Effect.fn("Conversations.hold")(function* (target: TargetRef, { comments, people }: Added, now: number) {
    if (target.type !== "thread") return
    const moved = yield* sql`UPDATE threads SET comment_count = comment_count + ${comments},
        people_count = people_count + ${people}, last_activity_at = ${now}
      WHERE id = ${target.id} AND state = 'open' AND shown = 'visible' RETURNING id`
    if (moved.length === 0) return yield* new WrongState({ thing: "thread", state: "closed", action: "replying" })
  })

  const selectParents = findAll({
    Request: Schema.Struct({ ...TargetRef.fields, comments: Schema.Array(Schema.String) }),
    Result: Parent,
    execute: ({ comments, id, type }) => sql`SELECT id, root_seq, shown FROM comments
      WHERE ${sql.in("id", comments)} AND target_type = ${type} AND target_id = ${id}`
  })
  /** The comments of this conversation that are replied to, by id. */
  const parents = Effect.fn("Conversations.parents")(function* (
    { id, type }: TargetRef,
    comments: ReadonlyArray<string>
  ) {
    const found = comments.length === 0 ? [] : yield* selectParents({ type, id, comments })
    return new Map(found.map((parent) => [parent.id, parent]))
  })

  return { count, newTo, hold, parents }
})
