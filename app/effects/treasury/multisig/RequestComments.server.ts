/** Hides comments on requests: authors their own, moderators those of others with a reason in the public log. */

import { Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { Role } from "~/effects/access/Membership"
import { must, requireSignedIn } from "~/effects/access/must"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { type InvalidFields, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { signersHref } from "~/effects/communities/communities/hrefs"
import { mayModerate } from "~/effects/conversation/discussion/rights"
import type { ApprovalRequest, Comment } from "./ApprovalRequest"
import { requestName } from "./approvalMessages"
import { SignerResponsesRepo } from "./SignerResponsesRepo.server"

const wrongState = (state: string, action: string) => new WrongState({ thing: "comment", state, action })

export class RequestComments extends Effect.Service<RequestComments>()("treasury/multisig/RequestComments", {
  dependencies: [SignerResponsesRepo.Default, ModerationLog.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const responses = yield* SignerResponsesRepo
    const log = yield* ModerationLog
    const activity = yield* Activity
    const notifications = yield* Notifications

    const roles = findOne({
      Request: Schema.Struct({ communityId: CommunityId, account: AccountAddress }),
      Result: Schema.Struct({ role: Role }),
      execute: ({ account, communityId }) => sql`SELECT role FROM memberships
        WHERE community_id = ${communityId} AND account_address = ${account} AND status = 'active'`
    })

    /** The log is public: it names the request, but not the hidden text. */
    const written = Effect.fnUntraced(function* (
      { communityId, kind, number }: ApprovalRequest,
      { account, id }: Comment,
      {
        action,
        actor,
        reason
      }: { readonly action: "hide" | "show"; readonly actor: AccountAddress; readonly reason: string }
    ) {
      const target = signersHref(communityId, number)
      const title = requestName({ kind, number })
      yield* log.record({
        communityId,
        actor,
        action,
        target: { type: "comment", id, label: `A comment on ${title}`, path: target },
        reason
      })
      yield* activity.record({
        communityId,
        actor,
        type: action === "hide" ? "contentHidden" : "contentShown",
        target,
        data: { title, reason },
        visibility: "public"
      })
      if (action === "show") return
      const text = `A comment of yours on ${title} was hidden: ${reason}`
      yield* notifications.notify({ to: [account], type: "role", communityId, target, text, importance: "normal" })
    })

    const requireModerator = Effect.fnUntraced(function* ({ community, communityRole }: Inside, { account }: Comment) {
      const found = yield* roles({ communityId: community.id, account })
      const authorRole = Option.getOrNull(Option.map(found, ({ role }) => role))
      yield* must(mayModerate(communityRole, { author: account, authorRole }))
    })

    /** `readReason` is asked if somebody else wrote it. */
    const hide = Effect.fn("RequestComments.hide")(function* (
      here: Inside,
      request: ApprovalRequest,
      comment: Comment,
      readReason: Effect.Effect<string, InvalidFields>
    ) {
      const actor = yield* requireSignedIn(here.communityRole, "hide a comment")
      const isOwn = comment.account === actor
      if (!isOwn) yield* requireModerator(here, comment)
      const reason = isOwn ? null : yield* readReason
      if (!(yield* responses.hide(comment.id, null, actor))) return yield* wrongState("hidden", "hiding it")
      if (reason !== null) yield* written(request, comment, { action: "hide", actor, reason })
    }, atomically(sql))

    /** A comment that its author hid stays hidden. */
    const show = Effect.fn("RequestComments.show")(function* (
      here: Inside,
      request: ApprovalRequest,
      comment: Comment,
      readReason: Effect.Effect<string, InvalidFields>
    ) {
      const actor = yield* requireSignedIn(here.communityRole, "show a comment again")
      yield* requireModerator(here, comment)
      const { account, hiddenBy, id } = comment
      if (hiddenBy === account) return yield* wrongState("hidden by its author", "showing it")
      const reason = yield* readReason
      const isShown = hiddenBy !== null && (yield* responses.hide(id, hiddenBy, null))
      if (!isShown) return yield* wrongState("visible", "showing it")
      yield* written(request, comment, { action: "show", actor, reason })
    }, atomically(sql))

    return { hide, show }
  })
}) {}
