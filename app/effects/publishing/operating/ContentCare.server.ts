/**
 * Hides and shows a post in any community; closes and reopens a whole community, which its owner cannot reopen. The
 * reason appears in the community's public moderation log under the operators' name, the author or the owner is
 * notified, and the audit log names the operator.
 */
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
import { archived, opened } from "~/effects/communities/steering/Steering.server"
import { Moderation } from "~/effects/conversation/moderation/Moderation.server"
import { AlreadySo } from "./errors"
import { FoundCommunities } from "./FoundCommunities.server"
import { type FoundPost, FoundPosts } from "./FoundPosts.server"
import type { Order } from "./Operator"
import { OperatorLog } from "./OperatorLog.server"

const pathOf = (id: string) => `/community/detail/${id}`

const WORDS = { thread: "thread", comment: "reply" } as const

/** Does not repeat the hidden text; its place is enough to find it. */
const labelOf = ({ communityName, post }: FoundPost) => `${communityName}: ${post.path}`

export class ContentCare extends Effect.Service<ContentCare>()("publishing/operating/ContentCare", {
  dependencies: [
    FoundPosts.Default,
    OperatorLog.Default,
    FoundCommunities.Default,
    CommunityWrites.Default,
    ModerationLog.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const log = yield* OperatorLog
    const moderation = yield* Moderation
    const posts = yield* FoundPosts

    const communities = yield* FoundCommunities

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
    const closeStage = Effect.fn("ContentCare.closeStage")(function* (id: CommunityId, reason: string) {
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

    const reopenStage = Effect.fn("ContentCare.reopenStage")(function* (id: CommunityId, reason: string) {
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

    const close = Effect.fn("ContentCare.close")(function* (address: string, order: Order) {
      const { id } = yield* communities.one(address)
      const { name } = yield* closeStage(id, order.reason)
      yield* log.record(order, "close-community", "Closed a community", { type: "community", id, label: name })
      return { summary: "Closed a community" }
    }, atomically(sql))

    const reopen = Effect.fn("ContentCare.reopen")(function* (address: string, order: Order) {
      const { id } = yield* communities.one(address)
      const { name } = yield* reopenStage(id, order.reason)
      const summary = "Reopened a community"
      yield* log.record(order, "reopen-community", summary, { type: "community", id, label: name })
      return { summary }
    }, atomically(sql))

    const changeOne = (act: "hide" | "show") =>
      Effect.fnUntraced(function* (found: FoundPost, order: Order) {
        const { communityId, communityName, post } = found
        const from = act === "hide" ? "visible" : "hidden"
        if (post.shown !== from) {
          return yield* new AlreadySo({ message: `This ${WORDS[post.type]} is already ${post.shown}.` })
        }
        yield* moderation.asOperators[act](communityId, communityName, post, order.reason)
        const summary = `${act === "hide" ? "Hid" : "Showed again"} a ${WORDS[post.type]}`
        yield* log.record(order, act, summary, { type: "post", id: post.id, label: labelOf(found) })
        return { summary }
      })
    const change = (act: "hide" | "show") =>
      Effect.fnUntraced(function* (address: string, order: Order) {
        return yield* changeOne(act)(yield* posts.one(address), order)
      }, atomically(sql))

    return { hide: change("hide"), show: change("show"), close, reopen }
  })
}) {}
