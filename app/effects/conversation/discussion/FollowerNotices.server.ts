/**
 * Notifies followers of comments after those were stored, so that a conversation with a thousand followers accepts
 * comments as fast as an empty one. The comment's transaction records in the conversation's row what followers must
 * still hear of, so a crash loses nothing; a round notifies followers page by page, each page in one transaction, and
 * resumes where it stopped. Comments that arrive during a round are sent together in the next.
 */
import { Duration, Effect, Layer, Option, Queue, Schema } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { Sql } from "~/effects/base/db/statements.server"
import { logDied } from "~/effects/base/db/storageFailure.server"
import { othersTurn } from "~/effects/base/jobs/inParts"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { afterPages } from "~/effects/base/limits/afterPages"
import { atomically } from "~/effects/base/limits/atomically.server"
import { makeCommentNotificationsRepo, newsByReader, TELLING } from "./CommentNotificationsRepo.server"
import { TargetRef } from "./Post"

/** Followers notified in one transaction: few, because SQLite blocks other writes meanwhile. */
const PAGE = 100
/** Debounce: comments within this time are sent in one notification. */
const PAUSE = Duration.seconds(1)

const decodeRef = Schema.decodeUnknown(TargetRef)

export class FollowerNotices extends Effect.Service<FollowerNotices>()("conversation/discussion/FollowerNotices", {
  dependencies: [WorkQueue.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const queue = yield* WorkQueue
    const repo = yield* makeCommentNotificationsRepo
    const notifications = yield* Notifications
    const news = yield* Queue.sliding<void>(1)

    /** One round: notifies every follower of the comments since the last one. */
    const notifyOne = Effect.fn("FollowerNotices.notifyOne")(function* (target: TargetRef) {
      const found = yield* repo.begin(target)
      if (Option.isNone(found)) return
      const { communityId, path, title, notifiedSeq, until } = found.value
      const replies = yield* repo.replies(target, notifiedSeq, until)
      const notifyPage = (before: string) =>
        Effect.gen(function* () {
          const page = yield* repo.followers(target, before, PAGE)
          const last = page.at(-1)
          if (last === undefined) return "all" as const
          if (!(yield* repo.goOn(target, before, last.account))) return "others" as const
          yield* notifications.notifyAll(
            newsByReader(replies, page).map(({ name, times, to }) => ({
              to,
              type: "reply",
              communityId,
              target: path,
              text: `${name} replied in “${title}”.`,
              times,
              importance: "normal"
            }))
          )
          return page.length < PAGE ? ("all" as const) : { before: last.account }
        }).pipe(atomically(sql))
      for (let before = found.value.notifiedAccount; replies.length > 0; ) {
        const notified = yield* notifyPage(before)
        if (notified === "all") break
        // Another server took over the round while this one was delayed.
        if (notified === "others") return
        before = notified.before
        yield* othersTurn
      }
      yield* atomically(sql)(repo.end(target, until))
    })

    /** Notifies of every comment that followers were not notified of yet. */
    const notifyDue = queue.workThrough({
      job: TELLING,
      due: repo.due,
      keyOf: ({ targetId, targetType }) => `${targetType} ${targetId}`,
      work: ({ targetId, targetType }) =>
        Effect.flatMap(Effect.orDie(decodeRef({ type: targetType, id: targetId })), notifyOne),
      mayComeAgain: true
    })

    return {
      notifyDue,
      /** Signals that a comment was stored on this server. Call it after the transaction. */
      wake: Queue.offer(news, undefined),
      awaitNews: Queue.take(news)
    }
  })
}) {}

/** Finishes what another server left behind; every server runs it. */
export const followersJob = Effect.map(
  FollowerNotices,
  ({ notifyDue }): Job => ({ name: "followers", every: "minute", isShared: true, run: notifyDue })
)

/** Runs as long as the server. */
export const FollowerNoticesLive = Layer.scopedDiscard(
  Effect.gen(function* () {
    const { awaitNews, notifyDue } = yield* FollowerNotices
    const round = notifyDue.pipe(Effect.catchAllCause(logDied("telling followers died")))
    const rounds = Effect.forever(Effect.zipRight(awaitNews, Effect.zipRight(round, Effect.sleep(PAUSE))))
    yield* Effect.forkScoped(afterPages(rounds))
  })
)
