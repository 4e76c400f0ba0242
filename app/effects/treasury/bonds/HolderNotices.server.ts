/**
 * Notifies the holders of a series that it matures or that a payment is late. Units change hands outside this site, so
 * the ledger says who holds them, not the purchases.
 *
 * Reads the ledger before the writing transaction; while it does not answer, the next minute tries again.
 */
import { Effect, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import { DAY_MS } from "./limits"
import { isOnLedger, type OnLedgerSeries } from "./manifests"
import type { Series } from "./Series"
import { SeriesLists } from "./SeriesLists.server"
import { type SeriesChange, SeriesRepo } from "./SeriesRepo.server"
import { UnitHolders } from "./UnitHolders.server"

const WEEK_MS = 7 * DAY_MS

interface News {
  readonly text: string
  readonly change: SeriesChange
  /** Due date of the late payment; null if the notification is about something else. */
  readonly lateSince: number | null
}

/** Notifications that a series still has to send, in this order. */
const newsOf = (series: Series, now: number): ReadonlyArray<News> => {
  const { code, lateSince, maturesAt, state, notifiedLate, notifiedMaturity } = series
  const stage = now >= maturesAt ? 2 : now >= maturesAt - WEEK_MS ? 1 : 0
  // All redemption requests count as one payment, due since the longest wait.
  const late = state === "overdue" && lateSince !== null ? Math.min(lateSince, maturesAt) : null
  return [
    ...(late !== null && late !== notifiedLate
      ? [{ text: `A payment of ${code} is overdue.`, change: { notifiedLate: late }, lateSince: late }]
      : []),
    ...(stage > notifiedMaturity
      ? [
          {
            text: stage === 1 ? `${code} matures within 7 days.` : `Redeem your units of ${code} now.`,
            change: { notifiedMaturity: stage },
            lateSince: null
          }
        ]
      : [])
  ]
}

export const makeHolderNotices = Effect.gen(function* () {
  const sql = yield* Sql
  const repo = yield* SeriesRepo
  const lists = yield* SeriesLists
  const { scan } = yield* WorkQueue
  const { owedTo } = yield* UnitHolders
  const news = yield* PayeeNotices

  const write = Effect.fnUntraced(function* (
    series: OnLedgerSeries,
    { change, text }: News,
    holders: ReadonlyArray<string>,
    now: number
  ) {
    yield* repo.turn(series.id)
    const current = yield* Effect.orDie(repo.findOrFail(series.communityId, series.id))
    // Another server has sent it, or the payment was made.
    if (!newsOf(current, now).some((each) => each.text === text)) return
    yield* repo.move(series.id, [current.state], change)
    yield* news.notify({
      to: holders,
      type: "payment",
      communityId: series.communityId,
      target: "/userDashboard/bonds",
      outside: {},
      text,
      importance: "important"
    })
  }, atomically(sql))

  const notify = (series: OnLedgerSeries, news: News, now: number) => {
    const later = ({ _tag }: { readonly _tag: string }) =>
      Effect.logWarning("holders could not be notified yet", _tag).pipe(Effect.annotateLogs({ series: series.id }))
    return Effect.flatMap(owedTo(series, news.lateSince), (holders) => write(series, news, holders, now)).pipe(
      Effect.catchTags({ GatewayDown: later, LedgerRefused: later, UnknownOnLedger: later })
    )
  }

  const notifyOf = Effect.fn("HolderNotices.notifyOf")(function* (id: string, now: number) {
    const series = Option.getOrUndefined(yield* repo.find(id))
    if (series === undefined || !isOnLedger(series)) return
    yield* Effect.forEach(newsOf(series, now), (news) => notify(series, news, now), { discard: true })
  })
  return {
    notify: (now: number) =>
      scan({
        job: "bonds.holders",
        after: lists.keysIn(["active", "maturing", "overdue"]),
        keyOf: (id) => id,
        check: (id) => notifyOf(id, now)
      })
  }
})
