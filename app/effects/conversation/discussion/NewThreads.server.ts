/** Starts a thread: limits, mentions, counters and notifications, in one transaction. */
import { Clock, Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { randomId } from "~/effects/base/text/random.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { Follows } from "./Follows.server"
import type { ThreadForm } from "./forms"
import { Marks } from "./Marks.server"
import { Posting, type Writer } from "./Posting.server"
import { PostingLimits } from "./PostingLimits.server"
import { PostNotices } from "./PostNotices.server"
import { ThreadsRepo } from "./ThreadsRepo.server"

export class NewThreads extends Effect.Service<NewThreads>()("conversation/discussion/NewThreads", {
  dependencies: [
    ThreadsRepo.Default,
    CommunityCounts.Default,
    Follows.Default,
    Marks.Default,
    PostingLimits.Default,
    PostNotices.Default,
    Idempotency.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* ThreadsRepo
    const counts = yield* CommunityCounts
    const follows = yield* Follows
    const marks = yield* Marks
    const posting = yield* Posting
    const limits = yield* PostingLimits
    const news = yield* PostNotices
    const once = yield* Idempotency

    /** Stores a thread in the caller's transaction, publishes it and returns its number. */
    const store = Effect.fn("NewThreads.store")(function* (writer: Writer, communityId: CommunityId, form: ThreadForm) {
      const { account } = writer
      const at = yield* Clock.currentTimeMillis
      yield* limits.takeOne(writer, communityId, "threads")
      yield* withLocks(sql, [`threads:${communityId}`])
      const mentions = yield* posting.mentionsOfThread(communityId, form.body)
      const number = yield* repo.nextNumber(communityId)
      const id = yield* randomId()
      const { body, category, title } = form
      yield* repo.insert({ id, number, communityId, author: account, title, body, category, mentions, at })
      yield* counts.countThreads(communityId, 1)
      const target = { type: "thread", id } as const
      yield* follows.followIfUndecided([account], target)
      yield* marks.markRead(account, target, 0)
      yield* news.ofThread(writer, communityId, { id, number, title, mentions })
      return number
    })

    /** Stores a thread and returns its number. The same idempotency key twice is one thread. */
    const start = Effect.fn("NewThreads.start")(function* (who: Inside, form: ThreadForm, key: string | null) {
      const writer = yield* posting.writer(who)
      yield* posting.requireFit(writer, form.body)
      const communityId = who.community.id
      const write = Effect.map(store(writer, communityId, form), String)
      const content = JSON.stringify([communityId, form])
      return Number(yield* once.run(`thread:${writer.account}`, key, content, atomically(sql)(write)))
    })

    return { start, store }
  })
}) {}
