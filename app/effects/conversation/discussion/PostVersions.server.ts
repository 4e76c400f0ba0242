/** Earlier versions of texts, stored if readers had time to read them. */
import { Effect, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { WrongState } from "~/effects/base/failures/failures"
import { diffTexts } from "~/effects/base/text/diff"
import { CannotUndo, type RemovedRow, type RemovedRows } from "~/effects/communities/undo/Removals.server"
import { type PostRef, type PostType, QUIET_EDIT_MS } from "./Post"
import type { PostHistory } from "./page"

const Version = Schema.Struct({
  version: Schema.Int,
  title: Schema.NullOr(Schema.String),
  body: Schema.String,
  writtenAt: Schema.Number
})
/** Older versions are stored but not shown. */
const MAX_VERSIONS = 50

/** A post's text as it is stored. Times are Unix milliseconds. */
export interface Written {
  readonly id: string
  readonly version: number
  /** Null for a comment. */
  readonly title: string | null
  readonly body: string
  readonly createdAt: number
  readonly editedAt: number | null
}

const whole = ({ body, title }: { readonly title: string | null; readonly body: string }) =>
  title === null ? body : `${title}\n\n${body}`

export class PostVersions extends Effect.Service<PostVersions>()("conversation/discussion/PostVersions", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const tableOf = (type: PostType) => sql(type === "thread" ? "threads" : "comments")

    /** Stores the earlier text; returns whether the post now counts as edited. */
    const store = Effect.fn("PostVersions.store")(function* (type: PostType, before: Written, now: number) {
      const isEdit = now - before.createdAt >= QUIET_EDIT_MS
      if (isEdit) {
        const { body, createdAt, editedAt, id, title, version } = before
        const row = { targetType: type, targetId: id, version, title, body, writtenAt: editedAt ?? createdAt }
        yield* sql`INSERT INTO post_versions ${sql.insert(row)}`
      }
      const editedAt = isEdit ? now : before.editedAt
      yield* sql`UPDATE ${tableOf(type)} SET edited_at = ${editedAt} WHERE id = ${before.id}`
      return editedAt === now
    })

    /**
     * Deletes the text and every version of it; the post itself stays as an empty place. Returns what it deleted; fails
     * if the post was removed or hidden meanwhile.
     */
    const forget = Effect.fn("PostVersions.forget")(function* ({ id, type }: PostRef, now: number) {
      const columns = type === "thread" ? "body, mentions, title, search_text, pinned" : "body, mentions"
      // Locks the row, so that what is returned is what is deleted.
      const posts = yield* sql<RemovedRow>`UPDATE ${tableOf(type)} SET updated_at = ${now}
        WHERE id = ${id} AND shown = 'visible' RETURNING ${sql.literal(columns)}`
      if (posts.length === 0) return yield* new WrongState({ thing: "post", state: "removed", action: "removing" })
      const versions = yield* sql<RemovedRow>`DELETE FROM post_versions
        WHERE target_type = ${type} AND target_id = ${id} RETURNING *`
      const gone = { shown: "removed", body: "", mentions: "[]" }
      const threads = type === "thread" ? { title: "", searchText: "", pinned: 0 } : {}
      yield* sql`UPDATE ${tableOf(type)} SET ${sql.update({ ...gone, ...threads })} WHERE id = ${id}`
      return { posts, versions } satisfies RemovedRows
    })

    /** Writes back what `forget` returned. The time and the number of versions are as they were. */
    const restore = Effect.fn("PostVersions.restore")(function* (
      { id, type }: PostRef,
      { posts = [], versions = [] }: RemovedRows,
      now: number
    ) {
      const change = { ...posts[0], shown: "visible", updatedAt: now }
      const back = yield* sql`UPDATE ${tableOf(type)} SET ${sql.update(change)}
        WHERE id = ${id} AND shown = 'removed' RETURNING id`
      if (back.length === 0) return yield* new CannotUndo({ why: "This post has changed since." })
      for (const version of versions) yield* sql`INSERT INTO post_versions ${sql.insert(version)}`
    })

    const select = findAll({
      Request: Schema.Struct({ type: Schema.String, id: Schema.String }),
      Result: Version,
      execute: ({ id, type }) => sql`SELECT version, title, body, written_at FROM post_versions
        WHERE target_type = ${type} AND target_id = ${id} ORDER BY version DESC LIMIT ${MAX_VERSIONS}`
    })
    /** Newest first, each with its changes. */
    const history = Effect.fn("PostVersions.history")(function* (type: PostType, now: Written) {
      const before = yield* select({ type, id: now.id })
      const all = [{ ...now, writtenAt: now.editedAt ?? now.createdAt }, ...before]
      const versions: PostHistory = all.map((version, index) => ({
        version: version.version,
        at: version.writtenAt,
        changes: diffTexts(whole(all[index + 1] ?? version), whole(version))
      }))
      return versions
    })

    return { store, forget, restore, history }
  })
}) {}
