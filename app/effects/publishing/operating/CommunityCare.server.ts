/** Closes and reopens a whole community. The reason is public; the audit log names the operator. */
import { Effect } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { SiteClosures } from "~/effects/communities/steering/SiteClosures.server"
import { FoundCommunities } from "./FoundCommunities.server"
import type { Order } from "./Operator"
import { OperatorLog } from "./OperatorLog.server"

export class CommunityCare extends Effect.Service<CommunityCare>()("publishing/operating/CommunityCare", {
  dependencies: [FoundCommunities.Default, OperatorLog.Default, SiteClosures.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const closures = yield* SiteClosures
    const communities = yield* FoundCommunities
    const log = yield* OperatorLog

    const close = Effect.fn("CommunityCare.close")(function* (address: string, order: Order) {
      const { id } = yield* communities.one(address)
      const { name } = yield* closures.close(id, order.reason)
      yield* log.record(order, "close-community", "Closed a community", { type: "community", id, label: name })
      return { summary: "Closed a community" }
    }, atomically(sql))

    const reopen = Effect.fn("CommunityCare.reopen")(function* (address: string, order: Order) {
      const { id } = yield* communities.one(address)
      const { name } = yield* closures.reopen(id, order.reason)
      const summary = "Reopened a community"
      yield* log.record(order, "reopen-community", summary, { type: "community", id, label: name })
      return { summary }
    }, atomically(sql))

    return { close, reopen }
  })
}) {}
