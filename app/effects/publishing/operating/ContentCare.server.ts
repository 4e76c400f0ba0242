/**
 * Hides and shows a post in any community. The reason appears in the community's public moderation log under the
 * operators' name, the author is notified, and the audit log names the operator.
 */
import { Effect } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Moderation } from "~/effects/conversation/moderation/Moderation.server"
import { AlreadySo } from "./errors"
import { type FoundPost, FoundPosts } from "./FoundPosts.server"
import type { Order } from "./Operator"
import { OperatorLog } from "./OperatorLog.server"

const WORDS = { thread: "thread", comment: "reply" } as const

/** Does not repeat the hidden text; its place is enough to find it. */
const labelOf = ({ communityName, post }: FoundPost) => `${communityName}: ${post.path}`

export class ContentCare extends Effect.Service<ContentCare>()("publishing/operating/ContentCare", {
  dependencies: [FoundPosts.Default, OperatorLog.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const log = yield* OperatorLog
    const moderation = yield* Moderation
    const posts = yield* FoundPosts

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

    return { hide: change("hide"), show: change("show") }
  })
}) {}
