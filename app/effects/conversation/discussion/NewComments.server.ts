/** Adding a comment: limits, mentions, counters, and who is told, in one transaction. */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Once } from "~/effects/base/limits/Once.server"
import { randomId } from "~/effects/base/text/random.server"
import type { CommentTarget } from "./CommentTarget"
import { Conversations } from "./Conversations.server"
import { Follows } from "./Follows.server"
import type { CommentForm } from "./forms"
import { Marks } from "./Marks.server"
import { Posting } from "./Posting.server"
import { PostingLimits } from "./PostingLimits.server"
import { PostNews } from "./PostNews.server"

export class NewComments extends Effect.Service<NewComments>()("effects/NewComments", {
  dependencies: [
    Conversations.Default,
    Follows.Default,
    Marks.Default,
    PostingLimits.Default,
    PostNews.Default,
    Once.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const conversations = yield* Conversations
    const follows = yield* Follows
    const marks = yield* Marks
    const posting = yield* Posting
    const limits = yield* PostingLimits
    const news = yield* PostNews
    const once = yield* Once

    /** Keeps a comment and answers its id. The same key twice is one comment. */
    const add = Effect.fn("NewComments.add")(function* (
      who: Inside,
      target: CommentTarget,
      form: CommentForm,
      key: string | null
    ) {
      const writer = yield* posting.writer(who)
      yield* posting.mustFit(writer, form.body)
      const communityId = who.community.id
      const { account: author } = writer

      const write = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        yield* limits.takeOne(writer, communityId, "comments")
        const parent = form.parent === "" ? null : yield* conversations.parent(target, form.parent)
        const mentions = yield* posting.mentionsOf(communityId, form.body)
        const { isNew, seq } = yield* conversations.count(target, communityId, author, now)
        yield* conversations.hold(target, isNew, now)
        const id = yield* randomId()
        const place = {
          communityId,
          targetType: target.type,
          targetId: target.id,
          seq,
          rootSeq: parent?.rootSeq ?? seq
        }
        const text = { body: form.body, mentions: JSON.stringify(mentions), shown: "visible" }
        const parentId = parent === null ? null : form.parent
        const row = { id, ...place, parentId, author, ...text, createdAt: now, updatedAt: now }
        yield* Effect.orDie(sql`INSERT INTO comments ${sql.insert(row)}`)
        yield* follows.followIfUndecided(author, target)
        yield* marks.markRead(author, target, seq)
        yield* news.ofComment(writer, communityId, target, { id, seq, mentions })
        return id
      })
      const content = JSON.stringify([target.type, target.id, form])
      return yield* once.run(`comment:${author}`, key, content, atomically(sql)(write))
    })

    return { add }
  })
}) {}
