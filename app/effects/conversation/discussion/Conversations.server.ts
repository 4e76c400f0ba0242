/** Conversations on disk: how many comments and people they have, and the comments that are added to them. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Option, Schema } from "effect"
import { NotThere, WrongState } from "~/effects/base/failures/failures"
import type { CommentTarget } from "./CommentTarget"
import { Shown, TargetRef } from "./Post"

const Parent = Schema.Struct({ rootSeq: Schema.Int, shown: Shown })

const Counted = Schema.Struct({
  ...TargetRef.fields,
  title: Schema.String,
  path: Schema.String,
  communityId: Schema.String,
  isNew: Schema.Literal(0, 1),
  now: Schema.Number
})

export class Conversations extends Effect.Service<Conversations>()("effects/Conversations", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const nextSeq = SqlSchema.single({
      Request: Counted,
      Result: Schema.Struct({ lastSeq: Schema.Int }),
      execute: ({ communityId, id, isNew, now, path, title, type }) => {
        const first = { targetType: type, targetId: id, communityId, commentCount: 1, peopleCount: isNew, path, title }
        return sql`INSERT INTO conversations ${sql.insert({ ...first, lastSeq: 1, lastAt: now })}
          ON CONFLICT (target_type, target_id) DO UPDATE SET comment_count = conversations.comment_count + 1,
            people_count = conversations.people_count + excluded.people_count,
            told_seq = CASE WHEN conversations.path IS NULL THEN conversations.last_seq ELSE conversations.told_seq END,
            path = excluded.path, title = excluded.title,
            last_seq = conversations.last_seq + 1, last_at = excluded.last_at
          RETURNING last_seq`
      }
    })
    /**
     * Numbers a comment and counts it, and its author where they are new to the conversation. From here on the others
     * who comment wait, until the transaction ends. What followers are still to be told of is kept with it.
     */
    const count = Effect.fn("Conversations.count")(function* (
      { id, path, title, type }: CommentTarget,
      communityId: string,
      isNew: 0 | 1,
      now: number
    ) {
      const { lastSeq } = yield* nextSeq({ type, id, path, title, communityId, isNew, now })
      return lastSeq
    }, Effect.orDie)

    /** Whether this account comments here for the first time. An account comments once at a time (PostingLimits). */
    const isNewTo = Effect.fn("Conversations.isNewTo")(function* ({ id, type }: TargetRef, account: string) {
      const spoke = yield* sql`SELECT 1 AS found FROM comments
        WHERE target_type = ${type} AND target_id = ${id} AND author = ${account} LIMIT 1`
      return spoke.length > 0 ? (0 as const) : (1 as const)
    }, Effect.orDie)

    /** A thread moves up its list; a closed or hidden one takes nothing more. */
    const hold = Effect.fn("Conversations.hold")(function* (target: CommentTarget, isNew: 0 | 1, now: number) {
      if (target.type !== "thread") return yield* target.hold ?? Effect.void
      const moved = yield* Effect.orDie(sql`UPDATE threads SET comment_count = comment_count + 1,
          people_count = people_count + ${isNew}, last_activity_at = ${now}
        WHERE id = ${target.id} AND state = 'open' AND shown = 'visible' RETURNING id`)
      if (moved.length === 0) return yield* new WrongState({ thing: "thread", state: "closed", action: "replying" })
    })

    const selectParent = SqlSchema.findOne({
      Request: Schema.Struct({ ...TargetRef.fields, comment: Schema.String }),
      Result: Parent,
      execute: ({ comment, id, type }) => sql`SELECT root_seq, shown FROM comments
        WHERE id = ${comment} AND target_type = ${type} AND target_id = ${id}`
    })
    /** The comment that is replied to, where it may still be. */
    const parent = Effect.fn("Conversations.parent")(function* ({ id, type }: TargetRef, comment: string) {
      const found = yield* Effect.orDie(selectParent({ type, id, comment }))
      if (Option.isNone(found)) return yield* new NotThere({})
      const { shown } = found.value
      return shown === "visible"
        ? found.value
        : yield* new WrongState({ thing: "comment", state: shown, action: "replying" })
    })

    return { count, isNewTo, hold, parent }
  })
}) {}
