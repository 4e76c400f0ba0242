/**
 * Edits and removes comments. An edit names the version it began from: the second of two editors is refused and gets
 * both texts. An edit within five minutes is not marked; a later one stores the earlier text.
 */
import { Clock, Effect, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must } from "~/effects/access/must"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { decodedRow } from "~/effects/communities/undo/Removals.server"
import type { Restore } from "~/effects/communities/undo/Restorers.server"
import { Comments } from "./Comments.server"
import { type CommentTarget, commentPath } from "./CommentTarget"
import { StalePost } from "./errors"
import type { CommentEdit } from "./forms"
import { afterEdit, mayName } from "./mentions"
import { TargetRef } from "./Post"
import { Posting } from "./Posting.server"
import { lockOfNamed, PostNotices } from "./PostNotices.server"
import { PostVersions } from "./PostVersions.server"
import { mayEdit, mayRemove } from "./rights"

const stale = ({ body, version }: { readonly body: string; readonly version: number }) =>
  new StalePost({ stored: { body, version: String(version) } })

const decodeComment = decodedRow(Schema.Struct({ id: Schema.String }))
const decodeTarget = decodedRow(Schema.Struct({ ...TargetRef.fields, title: Schema.String, path: Schema.String }))

export class CommentEdits extends Effect.Service<CommentEdits>()("conversation/discussion/CommentEdits", {
  dependencies: [Comments.Default, PostVersions.Default, PostNotices.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const posting = yield* Posting
    const activity = yield* Activity
    const comments = yield* Comments
    const versions = yield* PostVersions
    const news = yield* PostNotices

    const save = Effect.fn("CommentEdits.save")(function* (
      who: Inside,
      target: CommentTarget,
      id: string,
      edit: CommentEdit
    ) {
      const writer = yield* posting.writer(who)
      yield* posting.requireFit(writer, edit.body)
      const { account: actor } = writer
      const communityId = who.community.id
      const write = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const before = yield* comments.one(target, id, actor)
        yield* must(mayEdit(who.communityRole, before))
        if (before.version !== edit.version) return yield* stale(before)
        if (before.body === edit.body) return
        if (mayName(edit.body)) yield* withLocks(sql, [lockOfNamed(target)])
        const [named = []] = yield* posting.mentionsOfComments(communityId, [edit.body])
        const { added, mentions } = afterEdit(before.mentions, named)
        const saved = yield* sql`UPDATE comments SET body = ${edit.body},
          mentions = ${JSON.stringify(mentions)}, version = version + 1, updated_at = ${now}
          WHERE id = ${id} AND version = ${edit.version} RETURNING id`
        if (saved.length === 0) return yield* stale(yield* comments.one(target, id, actor))
        const path = commentPath(target, id)
        yield* news.ofEdit(writer, communityId, added, { ...target, path })
        if (!(yield* versions.store("comment", { ...before, title: null }, now))) return
        const data = { title: target.title, on: `${target.type}:${target.id}` }
        yield* activity.record({ communityId, actor, type: "postEdited", target: path, data, visibility: "public" })
      })
      yield* atomically(sql)(write)
    })

    const remove = Effect.fn("CommentEdits.remove")(function* (who: Inside, target: CommentTarget, id: string) {
      const communityId = who.community.id
      const now = yield* Clock.currentTimeMillis
      const comment = yield* comments.one(target, id, who.communityRole.account)
      yield* must(mayRemove(who.communityRole, comment))
      const removed = yield* versions.forget({ type: "comment", id }, now)
      const { author: actor } = comment
      const data = { title: target.title, on: `${target.type}:${target.id}` }
      yield* activity.record({
        communityId,
        actor,
        type: "postRemoved",
        target: target.path,
        data,
        visibility: "public"
      })
      const { path, title, type } = target
      return { ...removed, comment: [{ id }], target: [{ id: target.id, path, title, type }] }
    }, atomically(sql))

    /** Undoes `remove`. Nobody is notified again. */
    const restore: Restore = Effect.fn("CommentEdits.restore")(function* (
      who,
      { comment = [], target: places = [], ...removed }
    ) {
      const { id } = yield* decodeComment(comment[0])
      const target = yield* decodeTarget(places[0])
      const { author: actor, ...post } = yield* comments.one(target, id, who.communityRole.account)
      yield* must(mayEdit(who.communityRole, { ...post, author: actor, shown: "visible" }))
      yield* versions.restore({ type: "comment", id }, removed, yield* Clock.currentTimeMillis)
      yield* activity.record({
        communityId: who.community.id,
        actor,
        type: "postRestored",
        target: commentPath(target, id),
        data: { title: target.title, on: `${target.type}:${target.id}` },
        visibility: "public"
      })
    })

    return { save, remove, restore }
  })
}) {}
