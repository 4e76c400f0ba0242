/** Opens and closes sales on time, then hands them to SaleEnd. */

import { Effect, Option } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { DAY_MS } from "./limits"
import { makeSaleEnd } from "./SaleEnd.server"
import type { Series } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"
import { seriesEvent, seriesPath } from "./seriesEvent"

export const makeSaleLife = Effect.gen(function* () {
  const counts = yield* CommunityCounts
  const repo = yield* SeriesRepo
  const activity = yield* Activity
  const notifications = yield* Notifications
  const { finish } = yield* makeSaleEnd

  const notifyMembers = (series: Series, type: "saleOpen" | "saleEnding", text: string) =>
    notifications.notify({
      to: { everyoneIn: series.communityId },
      type,
      communityId: series.communityId,
      target: seriesPath(series),
      text,
      importance: "normal"
    })

  const open = Effect.fnUntraced(function* (series: Series) {
    const moved = yield* repo.move(series.id, ["scheduled"], { state: "open" })
    if (Option.isNone(moved)) return
    yield* counts.countOpenSales(series.communityId, 1)
    yield* notifyMembers(series, "saleOpen", `The sale of ${series.code} is open.`)
    yield* activity.record(seriesEvent(series, "seriesOpened"))
  })

  const close = Effect.fnUntraced(function* (series: Series) {
    const moved = yield* repo.move(series.id, ["open"], { state: "settling" })
    if (Option.isNone(moved)) return
    yield* counts.countOpenSales(series.communityId, -1)
    yield* activity.record(seriesEvent(series, "seriesClosed"))
  })

  const remind = Effect.fnUntraced(function* (series: Series) {
    yield* repo.move(series.id, ["open"], { notifiedEnding: 1 })
    yield* notifyMembers(series, "saleEnding", `The sale of ${series.code} closes within 24 hours.`)
  })

  /** The next change of a series that is scheduled, open or settling. */
  const step = (series: Series, now: number) => {
    const { saleClosesAt, saleOpensAt, state, notifiedEnding } = series
    if (state === "scheduled") return now >= saleOpensAt ? open(series) : Effect.void
    if (state === "settling") return finish(series, now)
    if (now >= saleClosesAt) return close(series)
    return notifiedEnding === 0 && now >= saleClosesAt - DAY_MS ? remind(series) : Effect.void
  }

  return { step }
})
