/**
 * Moderation (docs/product/access.md, 3.2; docs/product/conversation.md, 3.3): hiding and showing posts. Each action is
 * written to the public log in its own transaction. A moderator acts on members, the owner on everybody else, and nobody
 * on a report of their own.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must } from "~/effects/access/must"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { ModeratedPosts } from "~/effects/conversation/discussion/ModeratedPosts.server"
import { mayModerate } from "~/effects/conversation/discussion/rights"
import { type ModeratedPost, nameOf } from "./ModeratedPost"
import { ReportsRepo } from "./ReportsRepo.server"

const HIDE = { action: "hide", shown: "hidden", doing: "hiding" } as const
const SHOW = { action: "show", shown: "visible", doing: "showing" } as const
type Change = typeof HIDE | typeof SHOW

/** The log is public: it does not repeat the words that had to go. */
const labelOf = (post: ModeratedPost, action: Change["action"]) =>
  action === "hide" && post.type === "thread" ? "A thread" : nameOf(post)

export class Moderation extends Effect.Service<Moderation>()("effects/Moderation", {
  dependencies: [ModerationLog.Default, ModeratedPosts.Default, ReportsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const activity = yield* Activity
    const notifications = yield* Notifications
    const log = yield* ModerationLog
    const posts = yield* ModeratedPosts
    const reports = yield* ReportsRepo

    /** To the other state, written to the log; what is in it already is refused. */
    const change = Effect.fnUntraced(function* (who: Inside, post: ModeratedPost, to: Change, reason: string) {
      const { id, path, type } = post
      const { action, doing, shown } = to
      const kept = action === "hide" ? reason : null
      const changed = yield* posts.setShown(post, shown, kept, yield* Clock.currentTimeMillis)
      if (!changed) return yield* new WrongState({ thing: type, state: shown, action: doing })
      const target = { type, id, label: labelOf(post, action), path }
      yield* log.record({ communityId: who.community.id, actor: who.standing.account ?? "", action, target, reason })
    })

    /** Joins the caller's transaction; reports that wait about the post are upheld with it. */
    const hideNow = Effect.fn("Moderation.hideNow")(function* (who: Inside, post: ModeratedPost, reason: string) {
      const { id: communityId, name } = who.community
      const actor = who.standing.account ?? ""
      yield* change(who, post, HIDE, reason)
      yield* reports.settle(post, "upheld", actor, reason)
      const text = `A post of yours in ${name} was hidden: ${reason}`
      const target = post.path
      yield* notifications.tell({
        to: [post.author],
        type: "standing",
        communityId,
        target,
        text,
        importance: "normal"
      })
      const data = { ...(post.type === "comment" ? { title: post.title } : {}), reason }
      yield* activity.record({ communityId, actor, type: "contentHidden", target, data, visibility: "public" })
    })

    const hide = Effect.fn("Moderation.hide")(function* (who: Inside, post: ModeratedPost, reason: string) {
      yield* must(mayModerate(who.standing, post))
      const mayDecide = reports.mustNotBeFrom(who.standing.account ?? "", post)
      yield* atomically(sql)(Effect.zipRight(mayDecide, hideNow(who, post, reason)))
    })

    const show = Effect.fn("Moderation.show")(function* (who: Inside, post: ModeratedPost, reason: string) {
      yield* must(mayModerate(who.standing, post))
      const shown = Effect.gen(function* () {
        yield* change(who, post, SHOW, reason)
        const [communityId, actor] = [who.community.id, who.standing.account ?? ""]
        const data = { title: post.title, reason }
        const target = post.path
        yield* activity.record({ communityId, actor, type: "contentShown", target, data, visibility: "public" })
      })
      yield* atomically(sql)(shown)
    })

    return { hide, hideNow, show }
  })
}) {}
