/**
 * Moderation (docs/product/access.md, 3.2; docs/product/conversation.md, 3.3): hiding and showing posts, reports and
 * what becomes of them. Each action is written to the public log in its own transaction. A moderator acts on members,
 * the owner on everybody else, and nobody on a report of their own.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must, mustBeAllowed } from "~/effects/access/must"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { ModerationKind } from "~/effects/activity/moderation-log/LogEntry"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { NotThere, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { randomId } from "~/effects/base/text/random.server"
import { AlreadyReported } from "~/effects/conversation/discussion/errors"
import type { ReportForm } from "~/effects/conversation/discussion/forms"
import { ModeratedPosts } from "~/effects/conversation/discussion/ModeratedPosts.server"
import type { PostRef } from "~/effects/conversation/discussion/Post"
import { Posting } from "~/effects/conversation/discussion/Posting.server"
import { mayModerate, mayReport, type PostSubject } from "~/effects/conversation/discussion/rights"
import { OwnReport } from "./errors"
import { ReportsRepo } from "./ReportsRepo.server"

/** A post somebody acts on, with what it is called and where it is shown. */
export interface ModeratedPost extends PostRef, PostSubject {
  readonly title: string
  readonly path: string
}

export class Moderation extends Effect.Service<Moderation>()("effects/Moderation", {
  dependencies: [ModerationLog.Default, ModeratedPosts.Default, ReportsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const activity = yield* Activity
    const notifications = yield* Notifications
    const posting = yield* Posting
    const log = yield* ModerationLog
    const posts = yield* ModeratedPosts
    const reports = yield* ReportsRepo

    const nameOf = ({ title, type }: ModeratedPost) => (type === "thread" ? title : `A reply in “${title}”`)

    const actor = (who: Inside) => who.standing.account ?? ""

    const write = (who: Inside, action: ModerationKind, post: ModeratedPost, reason: string) =>
      log.record({
        communityId: who.community.id,
        actor: actor(who),
        action,
        // The log is public: it does not repeat the words that had to go.
        target: {
          type: post.type,
          id: post.id,
          label: action === "hide" && post.type === "thread" ? "A thread" : nameOf(post),
          path: post.path
        },
        reason
      })

    /** From one state to the other; what is not in the first any more is refused. */
    const change = (post: ModeratedPost, from: "visible" | "hidden", reason: string | null, action: string) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const shown = from === "visible" ? "hidden" : "visible"
        const changed = yield* posts.setShown(post, shown, reason, now)
        if (!changed) return yield* new WrongState({ thing: post.type, state: shown, action })
      })

    const mustNotBeReporter = (who: Inside, post: PostRef) =>
      Effect.flatMap(reports.hasOpenFrom(actor(who), post), (has) => (has ? new OwnReport() : Effect.void))

    const hideNow = (who: Inside, post: ModeratedPost, reason: string) =>
      Effect.gen(function* () {
        yield* change(post, "visible", reason, "hiding")
        yield* write(who, "hide", post, reason)
        yield* reports.settle(post, "upheld", actor(who), reason)
        yield* notifications.tell({
          to: [post.author],
          type: "standing",
          communityId: who.community.id,
          target: post.path,
          text: `A post of yours in ${who.community.name} was hidden: ${reason}`,
          importance: "normal"
        })
        yield* activity.record({
          communityId: who.community.id,
          actor: actor(who),
          type: "contentHidden",
          target: post.path,
          data: { ...(post.type === "comment" ? { title: post.title } : {}), reason },
          visibility: "public"
        })
      })

    const hide = Effect.fn("Moderation.hide")(function* (who: Inside, post: ModeratedPost, reason: string) {
      yield* must(mayModerate(who.standing, post))
      yield* atomically(sql)(Effect.zipRight(mustNotBeReporter(who, post), hideNow(who, post, reason)))
    })

    const show = Effect.fn("Moderation.show")(function* (who: Inside, post: ModeratedPost, reason: string) {
      yield* must(mayModerate(who.standing, post))
      yield* atomically(sql)(
        Effect.gen(function* () {
          yield* change(post, "hidden", null, "showing")
          yield* write(who, "show", post, reason)
          yield* activity.record({
            communityId: who.community.id,
            actor: actor(who),
            type: "contentShown",
            target: post.path,
            data: { title: post.title, reason },
            visibility: "public"
          })
        })
      )
    })

    const report = Effect.fn("Moderation.report")(function* (who: Inside, post: ModeratedPost, form: ReportForm) {
      yield* must(mayReport(who.standing, post))
      yield* atomically(sql)(
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          yield* posting.takeReport(actor(who))
          const added = yield* Effect.orDie(
            sql`INSERT INTO reports ${sql.insert({
              id: yield* randomId(),
              communityId: who.community.id,
              targetType: post.type,
              targetId: post.id,
              targetAuthor: post.author,
              targetLabel: post.title,
              targetPath: post.path,
              reporter: actor(who),
              reason: form.reason,
              note: form.note,
              status: "open",
              createdAt: now,
              updatedAt: now
            })} ON CONFLICT (target_type, target_id, reporter) DO NOTHING RETURNING id`
          )
          if (added.length === 0) return yield* new AlreadyReported()
          yield* activity.record({
            communityId: who.community.id,
            actor: actor(who),
            type: "reported",
            target: `/community/detail/${who.community.id}/activity?view=moderation`,
            data: { title: post.title },
            visibility: "moderators"
          })
        })
      )
    })

    /** What becomes of a report, and of all others about the same post. */
    const decide = Effect.fn("Moderation.decide")(function* (
      who: Inside,
      reportId: string,
      decision: "upheld" | "dismissed",
      reason: string
    ) {
      yield* mustBeAllowed(who, "moderate")
      const found = yield* reports.find(who.community.id, reportId)
      if (found === undefined) return yield* new NotThere({})
      const post: ModeratedPost = found.post
      yield* must(mayModerate(who.standing, post))
      yield* atomically(sql)(
        Effect.gen(function* () {
          yield* mustNotBeReporter(who, post)
          if (found.status !== "open") {
            return yield* new WrongState({ thing: "report", state: found.status, action: "deciding" })
          }
          if (decision === "upheld" && post.shown === "visible") yield* hideNow(who, post, reason)
          else yield* reports.settle(post, decision, actor(who), reason)
          yield* activity.record({
            communityId: who.community.id,
            actor: actor(who),
            type: decision === "upheld" ? "reportUpheld" : "reportDismissed",
            target: `/community/detail/${who.community.id}/activity?view=moderation`,
            data: { title: post.title },
            visibility: "moderators"
          })
        })
      )
    })

    return { hide, show, report, decide }
  })
}) {}
