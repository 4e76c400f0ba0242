/**
 * Adding a comment: limits, mentions, counters, and who is named, in one transaction. What others who comment wait for
 * comes last in it; followers are told after it.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Once } from "~/effects/base/limits/Once.server"
import { randomId } from "~/effects/base/text/random.server"
import type { CommentTarget } from "./CommentTarget"
import { Conversations } from "./Conversations.server"
import { FollowerNews } from "./FollowerNews.server"
import { Follows } from "./Follows.server"
import type { CommentForm } from "./forms"
import { Marks } from "./Marks.server"
import { Posting } from "./Posting.server"
import { PostingLimits } from "./PostingLimits.server"
import { PostNews } from "./PostNews.server"

/**
 * So many are written at a time, with all that a comment reads first. More would be no faster, since they wait for each
 * other's rows, and everybody else's page would share the processor with each of them.
 */
const AT_ONCE = 2

export class NewComments extends Effect.Service<NewComments>()("effects/NewComments", {
  dependencies: [
    Conversations.Default,
    FollowerNews.Default,
    Follows.Default,
    Marks.Default,
    PostingLimits.Default,
    PostNews.Default,
    Once.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const conversations = yield* Conversations
    const followers = yield* FollowerNews
    const follows = yield* Follows
    const marks = yield* Marks
    const posting = yield* Posting
    const limits = yield* PostingLimits
    const news = yield* PostNews
    const once = yield* Once
    const seats = yield* Effect.makeSemaphore(AT_ONCE)

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
        const id = yield* randomId()
        const isNew = yield* conversations.isNewTo(target, author)
        yield* follows.followIfUndecided(author, target)
        yield* news.toNamed(writer, communityId, target, { id, mentions })
        const seq = yield* conversations.count(target, communityId, isNew, now)
        yield* conversations.hold(target, isNew, now)
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
        yield* marks.markRead(author, target, seq)
        yield* news.ofComment(writer, communityId, target, { id, seq })
        return id
      })
      const content = JSON.stringify([target.type, target.id, form])
      const id = yield* once.run(`comment:${author}`, key, content, atomically(sql)(write))
      yield* followers.wake
      return id
    })

    return {
      add,
      /** Runs what ends with `add` when it has a seat. */
      seated: seats.withPermits(1)
    }
  })
}) {}
