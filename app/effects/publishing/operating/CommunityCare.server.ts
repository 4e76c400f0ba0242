/** Closes and reopens a whole community. The reason is public; the audit log names the operator. */
import { Effect, Option } from "effect"
import type { Community, CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { SITE_OPERATORS } from "~/effects/activity/moderation-log/LogEntry"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { Sql } from "~/effects/base/db/statements.server"
import { WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { archived, opened } from "~/effects/communities/steering/stages"
import { FoundCommunities } from "./FoundCommunities.server"
import type { Order } from "./Operator"
import { OperatorLog } from "./OperatorLog.server"

const pathOf = (id: string) => `/community/detail/${id}`

export class CommunityCare extends Effect.Service<CommunityCare>()("publishing/operating/CommunityCare", {
  dependencies: [FoundCommunities.Default, OperatorLog.Default, CommunityWrites.Default, ModerationLog.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const communities = yield* FoundCommunities
    const log = yield* OperatorLog

    const activity = yield* Activity
    const publicLog = yield* ModerationLog
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
      yield* publicLog.record({ communityId: id, actor: SITE_OPERATORS, action, target: what, reason })
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
    const closeStage = Effect.fn("CommunityCare.closeStage")(function* (id: CommunityId, reason: string) {
      yield* writes.withLock({ id })
      if (Option.isSome(yield* publicLog.closedBecause(id))) {
        return yield* new WrongState({ thing: "community", state: "closed", action: "closing it" })
      }
      const after = yield* writes.change(id, null, SITE_OPERATORS, (now) =>
        now.stage === "archived" ? Effect.succeed({}) : archived(now)
      )
      yield* notify(after, { action: "close", words: "closed" }, reason)
      return after
    })

    const reopenStage = Effect.fn("CommunityCare.reopenStage")(function* (id: CommunityId, reason: string) {
      yield* writes.withLock({ id })
      if (Option.isNone(yield* publicLog.closedBecause(id))) {
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

    const close = Effect.fn("CommunityCare.close")(function* (address: string, order: Order) {
      const { id } = yield* communities.one(address)
      const { name } = yield* closeStage(id, order.reason)
      yield* log.record(order, "close-community", "Closed a community", { type: "community", id, label: name })
      return { summary: "Closed a community" }
    }, atomically(sql))

    const reopen = Effect.fn("CommunityCare.reopen")(function* (address: string, order: Order) {
      const { id } = yield* communities.one(address)
      const { name } = yield* reopenStage(id, order.reason)
      const summary = "Reopened a community"
      yield* log.record(order, "reopen-community", summary, { type: "community", id, label: name })
      return { summary }
    }, atomically(sql))

    return { close, reopen }
  })
}) {}
