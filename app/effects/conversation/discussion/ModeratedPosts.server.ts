/**
 * Changes that moderation makes to posts, in its transaction. Each returns what changed: nothing of a post that already
 * has that state.
 */
import { Clock, Effect } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"
import { type PostRef, PostType, type ThreadState } from "./Post"

export const makeModeratedPosts = Effect.gen(function* () {
  const sql = yield* Sql
  const transition = transitionsOf<ThreadState>(sql, "threads")

  /** Returns the ids of the posts that changed. */
  const setShown = Effect.fn("ModeratedPosts.setShown")(function* (
    posts: ReadonlyArray<PostRef>,
    shown: "visible" | "hidden",
    reason: string | null
  ) {
    const updatedAt = yield* Clock.currentTimeMillis
    const changed = new Set<string>()
    for (const type of PostType.literals) {
      const ids = posts.filter((post) => post.type === type).map(({ id }) => id)
      if (ids.length === 0) continue
      const rows = yield* sql<{ readonly id: string }>`UPDATE ${sql(type === "thread" ? "threads" : "comments")}
        SET ${sql.update({ shown, reason, updatedAt })}
        WHERE ${sql.in("id", ids)} AND shown = ${shown === "visible" ? "hidden" : "visible"} RETURNING id`
      for (const { id } of rows) changed.add(id)
    }
    return changed
  })

  const setThreadState = (id: string, state: ThreadState, closedBy: string | null) =>
    transition(id, { from: state === "open" ? "closed" : "open", to: state, change: { closedBy } })

  const setPinned = (id: string, isPinned: boolean) =>
    Effect.map(
      sql`UPDATE threads SET pinned = ${isPinned ? 1 : 0}
        WHERE id = ${id} AND pinned = ${isPinned ? 0 : 1} AND shown <> 'removed' RETURNING id`,
      (rows) => rows.length > 0
    )

  return { setShown, setThreadState, setPinned }
})
