/**
 * Starts, edits and removes threads. An edit names the version it began from: the second of two editors is refused and
 * gets both texts. An edit within five minutes is not marked; a later one stores the earlier text.
 */
import { Clock, Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { must } from "~/effects/access/must"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Sql } from "~/effects/base/db/statements.server"
import { NotThere } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { searchText } from "~/effects/base/text/fold"
import { randomId } from "~/effects/base/text/random.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { decodedRow } from "~/effects/communities/undo/Removals.server"
import type { Restore } from "~/effects/communities/undo/Restorers.server"
import { AttachmentsRepo } from "~/effects/conversation/attachments/AttachmentsRepo.server"
import { StalePost } from "./errors"
import { Follows } from "./Follows.server"
import type { ThreadEdit, ThreadForm } from "./forms"
import { Marks } from "./Marks.server"
import { afterEdit, mayName } from "./mentions"
import { Posting, type Writer } from "./Posting.server"
import { PostingLimits } from "./PostingLimits.server"
import { lockOfNamed, PostNotices } from "./PostNotices.server"
import { PostVersions } from "./PostVersions.server"
import { threadPath } from "./place.server"
import { mayEdit, mayRemove } from "./rights"
import { type ThreadRow, ThreadsRepo } from "./ThreadsRepo.server"

const stale = ({ body, category, title, version }: ThreadRow) =>
  new StalePost({ stored: { title, category, body, version: String(version) } })

const isSame = (before: ThreadRow, { body, category, title }: ThreadEdit) =>
  before.title === title && before.body === body && before.category === category

const decodeThread = decodedRow(Schema.Struct({ number: Schema.Int }))
const decodeText = decodedRow(Schema.Struct({ title: Schema.String }))

export class ThreadEdits extends Effect.Service<ThreadEdits>()("conversation/discussion/ThreadEdits", {
  dependencies: [
    ThreadsRepo.Default,
    CommunityCounts.Default,
    PostVersions.Default,
    PostNotices.Default,
    AttachmentsRepo.Default,
    Follows.Default,
    Marks.Default,
    PostingLimits.Default,
    Idempotency.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const posting = yield* Posting
    const activity = yield* Activity
    const counts = yield* CommunityCounts
    const versions = yield* PostVersions
    const news = yield* PostNotices
    const threads = yield* ThreadsRepo
    const attachments = yield* AttachmentsRepo

    const follows = yield* Follows
    const marks = yield* Marks
    const limits = yield* PostingLimits
    const once = yield* Idempotency

    /** Stores a thread in the caller's transaction, publishes it and returns its number. */
    const store = Effect.fn("ThreadEdits.store")(function* (
      writer: Writer,
      communityId: CommunityId,
      form: ThreadForm
    ) {
      const { account } = writer
      const at = yield* Clock.currentTimeMillis
      yield* limits.takeOne(writer, communityId, "threads")
      yield* withLocks(sql, [`threads:${communityId}`])
      const mentions = yield* posting.mentionsOfThread(communityId, form.body)
      const number = yield* threads.nextNumber(communityId)
      const id = yield* randomId()
      const { body, category, title } = form
      yield* threads.insert({ id, number, communityId, author: account, title, body, category, mentions, at })
      yield* counts.countThreads(communityId, 1)
      const target = { type: "thread", id } as const
      yield* follows.followIfUndecided([account], target)
      yield* marks.markRead(account, target, 0)
      yield* news.ofThread(writer, communityId, { id, number, title, mentions })
      return number
    })

    /** Stores a thread and returns its number. The same idempotency key twice is one thread. */
    const start = Effect.fn("ThreadEdits.start")(function* (who: Inside, form: ThreadForm, key: string | null) {
      const writer = yield* posting.writer(who)
      yield* posting.requireFit(writer, form.body)
      const communityId = who.community.id
      const write = Effect.map(store(writer, communityId, form), String)
      const content = JSON.stringify([communityId, form])
      return Number(yield* once.run(`thread:${writer.account}`, key, content, atomically(sql)(write)))
    })

    const findOrFail = (who: Inside, number: number) =>
      Effect.flatMap(
        threads.byNumber(who.community.id, number, who.communityRole.account),
        Option.match({ onNone: () => new NotThere({}), onSome: Effect.succeed })
      )

    const save = Effect.fn("ThreadEdits.save")(function* (who: Inside, number: number, edit: ThreadEdit) {
      const writer = yield* posting.writer(who)
      yield* posting.requireFit(writer, edit.body)
      const { account: actor } = writer
      const { id: communityId } = who.community
      const write = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const before = yield* findOrFail(who, number)
        yield* must(mayEdit(who.communityRole, before))
        if (before.version !== edit.version) return yield* stale(before)
        if (isSame(before, edit)) return
        const on = { type: "thread", id: before.id, title: edit.title, path: threadPath(communityId, number) } as const
        if (mayName(edit.body)) yield* withLocks(sql, [lockOfNamed(on)])
        const named = yield* posting.mentionsOfThread(communityId, edit.body)
        const { added, mentions } = afterEdit(before.mentions, named)
        // The condition includes the version, because on Postgres two editors may both have read the same one.
        const saved = yield* sql`UPDATE threads SET title = ${edit.title}, body = ${edit.body},
          category = ${edit.category}, mentions = ${JSON.stringify(mentions)},
          search_text = ${searchText(edit.title, edit.body)}, version = version + 1, updated_at = ${now}
          WHERE id = ${before.id} AND version = ${edit.version} RETURNING id`
        if (saved.length === 0) return yield* stale(yield* findOrFail(who, number))
        yield* news.ofEdit(writer, communityId, added, on)
        if (!(yield* versions.store("thread", before, now))) return
        const data = { title: edit.title, on: `thread:${before.id}` }
        yield* activity.record({ communityId, actor, type: "postEdited", target: on.path, data, visibility: "public" })
      })
      yield* atomically(sql)(write)
    })

    /** Locks a thread that is visible until the commit; `NotThere` if it was hidden or removed meanwhile. */
    const hold = Effect.fn("ThreadEdits.hold")(function* ({ id }: Pick<ThreadRow, "id">) {
      const held = yield* sql`UPDATE threads SET created_at = created_at WHERE id = ${id} AND shown = 'visible'
        RETURNING id`
      if (held.length === 0) return yield* new NotThere({})
    })

    const remove = Effect.fn("ThreadEdits.remove")(function* (who: Inside, number: number) {
      const communityId = who.community.id
      const now = yield* Clock.currentTimeMillis
      const thread = yield* findOrFail(who, number)
      yield* must(mayRemove(who.communityRole, thread))
      const removed = yield* versions.forget({ type: "thread", id: thread.id }, now)
      const files = yield* attachments.removeOf({ type: "thread", id: thread.id })
      yield* counts.countThreads(communityId, -1)
      const { author: actor, id } = thread
      const target = threadPath(communityId, number)
      const data = { on: `thread:${id}` }
      yield* activity.record({ communityId, actor, type: "postRemoved", target, data, visibility: "public" })
      return { ...removed, files, thread: [{ number }] }
    }, atomically(sql))

    /** Undoes `remove`. Nobody is notified again. */
    const restore: Restore = Effect.fn("ThreadEdits.restore")(function* (who, { files = [], thread, ...removed }) {
      const communityId = who.community.id
      const { author: actor, id, number, ...post } = yield* findOrFail(who, (yield* decodeThread(thread?.[0])).number)
      yield* must(mayEdit(who.communityRole, { ...post, author: actor, shown: "visible" }))
      yield* versions.restore({ type: "thread", id }, removed, yield* Clock.currentTimeMillis)
      yield* attachments.restore(files)
      yield* counts.countThreads(communityId, 1)
      const { title } = yield* decodeText(removed.posts?.[0])
      const data = { title, on: `thread:${id}` }
      const target = threadPath(communityId, number)
      yield* activity.record({ communityId, actor, type: "postRestored", target, data, visibility: "public" })
    })

    return { save, hold, remove, restore, start, store }
  })
}) {}
