/** Closes, reopens and pins threads. A moderator's action on others' threads is logged. */
import { Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { actorOf, must } from "~/effects/access/must"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { NewEvent } from "~/effects/activity/activity/ActivityEvent"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Sql } from "~/effects/base/db/statements.server"
import { WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { ModeratedPosts } from "~/effects/conversation/discussion/ModeratedPosts.server"
import { threadPath } from "~/effects/conversation/discussion/place.server"
import { mayClose, mayPin } from "~/effects/conversation/discussion/rights"
import type { ThreadRow } from "~/effects/conversation/discussion/ThreadsRepo.server"

type ThreadEvent = Extract<NewEvent["type"], "threadClosed" | "threadReopened" | "threadPinned">

const eventOf = (who: Inside, thread: ThreadRow, type: ThreadEvent, data: NonNullable<NewEvent["data"]>): NewEvent => ({
  communityId: who.community.id,
  actor: who.communityRole.account,
  type,
  target: threadPath(who.community.id, thread.number),
  data: { title: thread.title, ...data },
  visibility: "public"
})

export class ThreadCare extends Effect.Service<ThreadCare>()("conversation/moderation/ThreadCare", {
  dependencies: [ModerationLog.Default, ModeratedPosts.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const activity = yield* Activity
    const log = yield* ModerationLog
    const posts = yield* ModeratedPosts

    /** Closes or reopens a thread. A moderator's reason is logged; an author needs none. */
    const setOpen = Effect.fn("ThreadCare.setOpen")(function* (
      who: Inside,
      thread: ThreadRow,
      isOpen: boolean,
      reason: string
    ) {
      const actor = yield* actorOf(who.communityRole, mayClose(who.communityRole, thread))
      const path = threadPath(who.community.id, thread.number)
      yield* atomically(sql)(
        Effect.gen(function* () {
          const state = isOpen ? "open" : "closed"
          const changed = yield* posts.setThreadState(thread.id, state, isOpen ? null : actor)
          const action = isOpen ? "reopening" : "closing"
          if (!changed) return yield* new WrongState({ thing: "thread", state, action })
          if (thread.author !== actor) {
            const target = { type: "thread", id: thread.id, label: thread.title, path } as const
            const done = isOpen ? "reopen" : "close"
            yield* log.record({
              communityId: who.community.id,
              actor,
              action: done,
              target,
              reason
            })
          }
          const type = isOpen ? "threadReopened" : "threadClosed"
          yield* activity.record(eventOf(who, thread, type, { on: `thread:${thread.id}` }))
        })
      )
    })

    const pin = Effect.fn("ThreadCare.pin")(function* (who: Inside, thread: ThreadRow, isPinned: boolean) {
      yield* must(mayPin(who.communityRole))
      yield* atomically(sql)(
        Effect.gen(function* () {
          const changed = yield* posts.setPinned(thread.id, isPinned)
          if (!changed || !isPinned) return
          yield* activity.record(eventOf(who, thread, "threadPinned", {}))
        })
      )
    })

    return { setOpen, pin }
  })
}) {}
