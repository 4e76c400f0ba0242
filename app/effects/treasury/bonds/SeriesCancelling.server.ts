/** Cancels a series before its first settlement; every order ends unused (docs/product/bonds.md). */

import { Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { OrderEnds } from "./OrderEnds.server"
import { OrderLists } from "./OrderLists.server"
import { SeriesRepo } from "./SeriesRepo.server"
import { wrongSeriesState } from "./wrongSeriesState"

/** Orders read in one query. */
const AT_ONCE = 500

export class SeriesCancelling extends Effect.Service<SeriesCancelling>()("treasury/bonds/SeriesCancelling", {
  dependencies: [SeriesRepo.Default, CommunityCounts.Default, OrderLists.Default, OrderEnds.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const counts = yield* CommunityCounts
    const repo = yield* SeriesRepo
    const orders = yield* OrderLists
    const activity = yield* Activity
    const { end } = yield* OrderEnds

    const cancel = Effect.fn("SeriesCancelling.cancel")(function* (
      communityId: CommunityId,
      id: string,
      actor: AccountAddress | null,
      reason: string
    ) {
      yield* repo.turn(id)
      const series = yield* repo.findOrFail(communityId, id)
      const mayEnd = series.settledUnits === 0 && ["scheduled", "open", "settling"].includes(series.state)
      const [first] = yield* orders.unsettled(id, "buy", 1)
      if (!mayEnd || (first?.settlingOrders ?? 0) > 0) return yield* wrongSeriesState(series, "cancelling it")
      yield* repo.move(id, [series.state], { state: "cancelled", endedReason: reason })
      for (let ended = AT_ONCE; ended === AT_ONCE; ) {
        const waiting = yield* orders.waiting(id, "buy", 0, AT_ONCE)
        yield* Effect.forEach(waiting, (order) => end({ order, series, from: ["signed"], state: "lapsed" }))
        ended = waiting.length
      }
      if (series.state === "open") yield* counts.countOpenSales(communityId, -1)
      yield* activity.record({
        communityId: series.communityId,
        actor,
        type: "seriesCancelled",
        target: `/community/detail/${communityId}/bondissued?series=${series.code}`,
        data: { code: series.code, reason },
        visibility: "public"
      })
    }, atomically(sql))

    return { cancel }
  })
}) {}
