/**
 * Changing and taking back what was written. An edit names the version it began from: the second of two editors is told
 * and gets both texts. Within five minutes an edit leaves no mark; later ones keep the text before them.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must } from "~/effects/access/must"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { NotThere } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { diffTexts } from "~/effects/base/text/diff"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { searchText } from "~/effects/communities/communities/search"
import type { CommentTarget } from "./Comments.server"
import { commentPath } from "./Comments.server"
import { CommentsRepo } from "./CommentsRepo.server"
import { StalePost } from "./errors"
import type { CommentEdit, ThreadEdit } from "./forms"
import type { PostHistory } from "./History"
import { type PostType, QUIET_EDIT_MS } from "./Post"
import { Posting } from "./Posting.server"
import { mayEdit, mayRemove } from "./rights"
import { threadPath } from "./Threads.server"
import { type ThreadRow, ThreadsRepo } from "./ThreadsRepo.server"

const Version = Schema.Struct({
  version: Schema.Int,
  title: Schema.NullOr(Schema.String),
  body: Schema.String,
  writtenAt: Schema.Number
})
/** Older versions than these are kept and not shown. */
const MAX_VERSIONS = 50

interface Written {
  readonly id: string
  readonly version: number
  readonly title: string | null
  readonly body: string
  readonly createdAt: number
  readonly editedAt: number | null
}

export class Edits extends Effect.Service<Edits>()("effects/Edits", {
  dependencies: [CommentsRepo.Default, ThreadsRepo.Default, CommunityCounts.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const posting = yield* Posting
    const activity = yield* Activity
    const counts = yield* CommunityCounts
    const comments = yield* CommentsRepo
    const threads = yield* ThreadsRepo

    /** Keeps the text before, where readers had time to read it; answers when the post counts as edited. */
    const keepBefore = (type: PostType, before: Written, now: number) =>
      Effect.gen(function* () {
        if (now - before.createdAt < QUIET_EDIT_MS) return before.editedAt
        yield* Effect.orDie(
          sql`INSERT INTO post_versions ${sql.insert({
            targetType: type,
            targetId: before.id,
            version: before.version,
            title: before.title,
            body: before.body,
            writtenAt: before.editedAt ?? before.createdAt
          })}`
        )
        return now
      })

    const storedThread = ({ body, category, title, version }: ThreadRow) =>
      new StalePost({ stored: { title, category, body, version: String(version) } })

    const saveThread = Effect.fn("Edits.saveThread")(function* (who: Inside, number: number, edit: ThreadEdit) {
      const writer = yield* posting.writer(who)
      yield* posting.mustFit(writer, edit.body)
      const { id: communityId } = who.community
      const write = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const found = yield* threads.byNumber(communityId, number, writer.account)
        if (Option.isNone(found)) return yield* new NotThere({})
        const before = found.value
        yield* must(mayEdit(who.standing, before))
        if (before.version !== edit.version) return yield* storedThread(before)
        const isSame = before.title === edit.title && before.body === edit.body && before.category === edit.category
        if (isSame) return
        const mentions = yield* posting.mentionsOf(communityId, edit.body)
        // The version stands in the condition too: on Postgres two editors may both have read the same one.
        const saved = yield* Effect.orDie(sql`UPDATE threads SET title = ${edit.title}, body = ${edit.body},
          category = ${edit.category}, mentions = ${JSON.stringify(mentions)},
          search_text = ${searchText(edit.title, edit.body)}, version = version + 1, updated_at = ${now}
          WHERE id = ${before.id} AND version = ${edit.version} RETURNING id`)
        if (saved.length === 0) {
          const newer = yield* threads.byNumber(communityId, number, writer.account)
          return yield* storedThread(Option.getOrElse(newer, () => before))
        }
        const editedAt = yield* keepBefore("thread", before, now)
        yield* Effect.orDie(sql`UPDATE threads SET edited_at = ${editedAt} WHERE id = ${before.id}`)
        if (editedAt !== now) return
        yield* activity.record({
          communityId,
          actor: writer.account,
          type: "postEdited",
          target: threadPath(communityId, number),
          data: { title: edit.title, on: `thread:${before.id}` },
          visibility: "public"
        })
      })
      yield* atomically(sql)(write)
    })

    const commentOf = (target: CommentTarget, id: string, account: string | null) =>
      Effect.flatMap(comments.byId(id, account), (found) =>
        Option.isSome(found) && found.value.targetType === target.type && found.value.targetId === target.id
          ? Effect.succeed(found.value)
          : new NotThere({})
      )

    const saveComment = Effect.fn("Edits.saveComment")(function* (
      who: Inside,
      target: CommentTarget,
      id: string,
      edit: CommentEdit
    ) {
      const writer = yield* posting.writer(who)
      yield* posting.mustFit(writer, edit.body)
      const communityId = who.community.id
      const write = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const before = yield* commentOf(target, id, writer.account)
        yield* must(mayEdit(who.standing, before))
        const stale = (body: string, version: number) => new StalePost({ stored: { body, version: String(version) } })
        if (before.version !== edit.version) return yield* stale(before.body, before.version)
        if (before.body === edit.body) return
        const mentions = yield* posting.mentionsOf(communityId, edit.body)
        const saved = yield* Effect.orDie(sql`UPDATE comments SET body = ${edit.body},
          mentions = ${JSON.stringify(mentions)}, version = version + 1, updated_at = ${now}
          WHERE id = ${id} AND version = ${edit.version} RETURNING id`)
        if (saved.length === 0) {
          const newer = yield* commentOf(target, id, writer.account)
          return yield* stale(newer.body, newer.version)
        }
        const editedAt = yield* keepBefore("comment", { ...before, title: null }, now)
        yield* Effect.orDie(sql`UPDATE comments SET edited_at = ${editedAt} WHERE id = ${id}`)
        if (editedAt !== now) return
        yield* activity.record({
          communityId,
          actor: writer.account,
          type: "postEdited",
          target: commentPath(target, id),
          data: { title: target.title, on: `${target.type}:${target.id}` },
          visibility: "public"
        })
      })
      yield* atomically(sql)(write)
    })

    /** The text goes, with every version of it; the place where it stood stays. */
    const forget = (type: PostType, id: string, now: number) =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM post_versions WHERE target_type = ${type} AND target_id = ${id}`
        const gone = { shown: "removed", body: "", mentions: "[]", updatedAt: now }
        yield* type === "thread"
          ? sql`UPDATE threads SET ${sql.update({ ...gone, title: "", searchText: "", pinned: 0 })} WHERE id = ${id}`
          : sql`UPDATE comments SET ${sql.update(gone)} WHERE id = ${id}`
      }).pipe(Effect.orDie)

    const removeThread = Effect.fn("Edits.removeThread")(function* (who: Inside, number: number) {
      const communityId = who.community.id
      const write = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const found = yield* threads.byNumber(communityId, number, who.standing.account)
        if (Option.isNone(found)) return yield* new NotThere({})
        yield* must(mayRemove(who.standing, found.value))
        yield* forget("thread", found.value.id, now)
        yield* counts.countThreads(communityId, -1)
        yield* activity.record({
          communityId,
          actor: found.value.author,
          type: "postRemoved",
          target: threadPath(communityId, number),
          data: { on: `thread:${found.value.id}` },
          visibility: "public"
        })
      })
      yield* atomically(sql)(write)
    })

    const removeComment = Effect.fn("Edits.removeComment")(function* (who: Inside, target: CommentTarget, id: string) {
      const write = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const comment = yield* commentOf(target, id, who.standing.account)
        yield* must(mayRemove(who.standing, comment))
        yield* forget("comment", id, now)
        yield* activity.record({
          communityId: who.community.id,
          actor: comment.author,
          type: "postRemoved",
          target: target.path,
          data: { title: target.title, on: `${target.type}:${target.id}` },
          visibility: "public"
        })
      })
      yield* atomically(sql)(write)
    })

    const selectVersions = SqlSchema.findAll({
      Request: Schema.Struct({ type: Schema.String, id: Schema.String }),
      Result: Version,
      execute: ({ id, type }) => sql`SELECT version, title, body, written_at FROM post_versions
        WHERE target_type = ${type} AND target_id = ${id} ORDER BY version DESC LIMIT ${MAX_VERSIONS}`
    })
    /** Newest first; each with what it changed. */
    const history = Effect.fn("Edits.history")(function* (type: PostType, now: Written) {
      const before = yield* Effect.orDie(selectVersions({ type, id: now.id }))
      const all = [{ ...now, writtenAt: now.editedAt ?? now.createdAt }, ...before]
      const whole = ({ body, title }: { readonly title: string | null; readonly body: string }) =>
        title === null ? body : `${title}\n\n${body}`
      const versions: PostHistory = all.map((version, index) => {
        const previous = all[index + 1]
        return {
          version: version.version,
          at: version.writtenAt,
          changes: diffTexts(previous === undefined ? whole(version) : whole(previous), whole(version))
        }
      })
      return versions
    })

    return { saveThread, saveComment, removeThread, removeComment, history, commentOf }
  })
}) {}
