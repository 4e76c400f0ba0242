/**
 * Communities that the site's operators close: archived, with a reason in the public moderation log and in the
 * activity; the owner cannot reopen them. Joins the caller's transaction.
 */
import { Effect, Option } from "effect"
import type { Community, CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { SITE_OPERATORS } from "~/effects/activity/moderation-log/LogEntry"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { WrongState } from "~/effects/base/failures/failures"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { archived, opened } from "./stages"

const pathOf = (id: string) => `/community/detail/${id}`

export class SiteClosures extends Effect.Service<SiteClosures>()("communities/steering/SiteClosures", {
  dependencies: [CommunityWrites.Default, ModerationLog.Default],
  effect: Effect.gen(function* () {
    const activity = yield* Activity
    const log = yield* ModerationLog
    const notifications = yield* Notifications
    const writes = yield* CommunityWrites

    const notify = Effect.fnUntraced(function* (
      { id, name, ownerAddress }: Community,
      did: { readonly action: "close" | "reopen"; readonly words: string },
      reason: string
    ) {
      const target = pathOf(id)
      const { action, words } = did
      const what = { type: "community", id, label: name, path: target } as const
      yield* log.record({ communityId: id, actor: SITE_OPERATORS, action, target: what, reason })
      const type = action === "close" ? "closedBySite" : "reopenedBySite"
      yield* activity.record({ communityId: id, actor: null, type, target, data: { reason }, visibility: "public" })
      const text = `The operators of this site ${words} ${name}: ${reason}`
      yield* notifications.notify({
        to: [ownerAddress],
        type: "role",
        communityId: id,
        target,
        text,
        importance: "normal"
      })
    })

    /** Also closes a community that its owner has archived. Fails while votes or sales are open. */
    const close = Effect.fn("SiteClosures.close")(function* (id: CommunityId, reason: string) {
      yield* writes.withLock({ id })
      if (Option.isSome(yield* log.closedBecause(id))) {
        return yield* new WrongState({ thing: "community", state: "closed", action: "closing it" })
      }
      const after = yield* writes.change(id, null, SITE_OPERATORS, (now) =>
        now.stage === "archived" ? Effect.succeed({}) : archived(now)
      )
      yield* notify(after, { action: "close", words: "closed" }, reason)
      return after
    })

    const reopen = Effect.fn("SiteClosures.reopen")(function* (id: CommunityId, reason: string) {
      yield* writes.withLock({ id })
      if (Option.isNone(yield* log.closedBecause(id))) {
        return yield* new WrongState({
          thing: "community",
          state: "not closed by operators",
          action: "reopening it"
        })
      }
      const after = yield* writes.change(id, null, SITE_OPERATORS, opened)
      yield* notify(after, { action: "reopen", words: "reopened" }, reason)
      return after
    })

    return { close, reopen }
  })
}) {}
