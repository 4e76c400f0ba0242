/** Reports of posts and their decisions (docs/product/conversation.md). Nobody decides on a report of their own. */
import { Clock, Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { actorOf, requireAllowed } from "~/effects/access/must"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Sql } from "~/effects/base/db/statements.server"
import { NotThere, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { randomId } from "~/effects/base/text/random.server"
import { AlreadyReported } from "~/effects/conversation/discussion/errors"
import type { ReportForm } from "~/effects/conversation/discussion/forms"
import { PostingLimits } from "~/effects/conversation/discussion/PostingLimits.server"
import { mayModerate, mayReport } from "~/effects/conversation/discussion/rights"
import type { ModeratedPost } from "./Moderation"
import { Moderation } from "./Moderation.server"
import { ReportsRepo } from "./ReportsRepo.server"

export class Reports extends Effect.Service<Reports>()("conversation/moderation/Reports", {
  dependencies: [Moderation.Default, PostingLimits.Default, ReportsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const activity = yield* Activity
    const limits = yield* PostingLimits
    const moderation = yield* Moderation
    const repo = yield* ReportsRepo

    /** Visible only to moderators. */
    const record = (
      { community: { id: communityId }, communityRole }: Inside,
      type: "reported" | "reportUpheld" | "reportDismissed",
      title: string
    ) => {
      const target = `/community/detail/${communityId}/activity?view=moderation`
      const actor = communityRole.account
      return activity.record({ communityId, actor, type, target, data: { title }, visibility: "moderators" })
    }

    const report = Effect.fn("Reports.report")(function* (who: Inside, post: ModeratedPost, form: ReportForm) {
      const reporter = yield* actorOf(who.communityRole, mayReport(who.communityRole, post))
      const write = Effect.gen(function* () {
        const at = yield* Clock.currentTimeMillis
        yield* limits.takeReport(reporter)
        const { note, reason } = form
        const id = yield* randomId()
        const isNew = yield* repo.insert({ id, communityId: who.community.id, post, reporter, reason, note, at })
        if (!isNew) return yield* new AlreadyReported()
        yield* record(who, "reported", post.title)
      })
      yield* atomically(sql)(write)
    })

    /** Decides a report, and with it all others about the same post. */
    const decide = Effect.fn("Reports.decide")(function* (
      who: Inside,
      reportId: string,
      decision: "upheld" | "dismissed",
      reason: string
    ) {
      yield* requireAllowed(who, "moderate")
      const found = yield* repo.find(who.community.id, reportId)
      if (Option.isNone(found)) return yield* new NotThere({})
      const { post, status } = found.value
      const actor = yield* actorOf(who.communityRole, mayModerate(who.communityRole, post))
      const write = Effect.gen(function* () {
        yield* repo.requireNotFrom(actor, post)
        if (status !== "open") return yield* new WrongState({ thing: "report", state: status, action: "deciding" })
        if (decision === "upheld" && post.shown === "visible") yield* moderation.hideNow(who, post, reason)
        else yield* repo.settle([post], decision, actor, reason)
        yield* record(who, decision === "upheld" ? "reportUpheld" : "reportDismissed", post.title)
      })
      yield* atomically(sql)(write)
    })

    return { report, decide }
  })
}) {}
