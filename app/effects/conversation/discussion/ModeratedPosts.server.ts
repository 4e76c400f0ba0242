/**
 * Changes that moderation makes to posts, in its transaction. Each returns whether anything changed, which is false if
 * the post already has that state.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { PostRef } from "./Post"

const some = <E>(rows: Effect.Effect<ReadonlyArray<unknown>, E>) =>
  Effect.orDie(Effect.map(rows, ({ length }) => length > 0))

export class ModeratedPosts extends Effect.Service<ModeratedPosts>()("conversation/discussion/ModeratedPosts", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const setShown = ({ id, type }: PostRef, shown: "visible" | "hidden", reason: string | null, now: number) =>
      some(sql`UPDATE ${sql(type === "thread" ? "threads" : "comments")}
        SET shown = ${shown}, reason = ${reason}, updated_at = ${now}
        WHERE id = ${id} AND shown = ${shown === "visible" ? "hidden" : "visible"} RETURNING id`)

    const setThreadState = (id: string, state: "open" | "closed", closedBy: string | null, now: number) =>
      some(sql`UPDATE threads SET state = ${state}, closed_by = ${closedBy}, updated_at = ${now}
        WHERE id = ${id} AND state <> ${state} RETURNING id`)

    const setPinned = (id: string, isPinned: boolean) =>
      some(sql`UPDATE threads SET pinned = ${isPinned ? 1 : 0}
        WHERE id = ${id} AND pinned = ${isPinned ? 0 : 1} AND shown <> 'removed' RETURNING id`)

    return { setShown, setThreadState, setPinned }
  })
}) {}
