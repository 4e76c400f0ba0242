/** Earlier versions of texts, stored if readers had time to read them. */
import { Effect, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { diffTexts } from "~/effects/base/text/diff"
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
    const keep = Effect.fn("PostVersions.keep")(function* (type: PostType, before: Written, now: number) {
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

    /** Deletes the text and every version of it; the post itself stays as an empty place. */
    const forget = Effect.fn("PostVersions.forget")(function* ({ id, type }: PostRef, now: number) {
      yield* sql`DELETE FROM post_versions WHERE target_type = ${type} AND target_id = ${id}`
      const gone = { shown: "removed", body: "", mentions: "[]", updatedAt: now }
      const threads = type === "thread" ? { title: "", searchText: "", pinned: 0 } : {}
      yield* sql`UPDATE ${tableOf(type)} SET ${sql.update({ ...gone, ...threads })} WHERE id = ${id}`
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

    return { keep, forget, history }
  })
}) {}
