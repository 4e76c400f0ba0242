/**
 * What the holders of a series are told: that it matures, and that a payment is late. Units pass from hand to hand
 * without this product, so the ledger says who holds them, not who once bought them here.
 *
 * The ledger is read before the transaction that writes; while it does not answer, the next minute asks again.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { DAY_MS } from "./limits"
import { isOnLedger, type OnLedgerSeries } from "./manifests"
import type { Series } from "./Series"
import { type SeriesChange, SeriesRepo } from "./SeriesRepo.server"

const PAGE = 100
const WEEK_MS = 7 * DAY_MS

interface News {
  readonly text: string
  readonly change: SeriesChange
  /** Since when the payment is due that is late; null where it is not about one. */
  readonly lateSince: number | null
}

/** What is still to be told of a series, in this order. */
const newsOf = (series: Series, now: number): ReadonlyArray<News> => {
  const { code, lateSince, maturesAt, state, toldLate, toldMaturity } = series
  const stage = now >= maturesAt ? 2 : now >= maturesAt - WEEK_MS ? 1 : 0
  // Requests to redeem are one payment, whoever waits longest.
  const late = state === "overdue" && lateSince !== null ? Math.min(lateSince, maturesAt) : null
  return [
    ...(late !== null && late !== toldLate
      ? [{ text: `A payment of ${code} is overdue.`, change: { toldLate: late }, lateSince: late }]
      : []),
    ...(stage > toldMaturity
      ? [
          {
            text: stage === 1 ? `${code} matures within 7 days.` : `Redeem your units of ${code} now.`,
            change: { toldMaturity: stage },
            lateSince: null
          }
        ]
      : [])
  ]
}

interface RecordRow {
  readonly version: number
  readonly account: string | null
}

export const makeHolderNews = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* SeriesRepo
  const ledger = yield* Ledger
  const notifications = yield* Notifications

  /** A late coupon that was prepared is owed to those who held units at its record version; else to those who do now. */
  const recordOf = (series: Series, lateSince: number | null) =>
    Effect.orDie(sql<RecordRow>`SELECT c.record_version AS version, r.account FROM bond_coupons c
      JOIN distribution_rows r ON r.distribution_id = c.distribution_id
      WHERE c.series_id = ${series.id} AND c.due_at = ${lateSince ?? -1} AND c.record_version IS NOT NULL`)

  const holdersOf = Effect.fn("bonds.holdersFor")(function* (series: OnLedgerSeries, lateSince: number | null) {
    const record = yield* recordOf(series, lateSince)
    const candidates = record.flatMap(({ account }) => (account === null ? [] : [account]))
    const at = record[0]?.version
    const { holders } = yield* ledger.holders(
      series.bondResource,
      at === undefined ? {} : { at: Number(at), candidates }
    )
    return holders.map(({ address }) => address)
  })

  const tell = (series: OnLedgerSeries, { change, lateSince, text }: News, now: number) =>
    Effect.gen(function* () {
      const holders = yield* holdersOf(series, lateSince)
      yield* Effect.gen(function* () {
        yield* repo.turn(series.id)
        const current = yield* Effect.orDie(repo.mustFind(series.communityId, series.id))
        // Another server told it meanwhile, or it was paid.
        if (!newsOf(current, now).some((each) => each.text === text)) return
        yield* repo.move(series.id, [current.state], change)
        yield* notifications.tell({
          to: holders,
          type: "payment",
          communityId: series.communityId,
          target: "/userDashboard/bonds",
          text,
          importance: "important"
        })
      }).pipe(atomically(sql))
    }).pipe(
      Effect.catchAll(({ _tag }) =>
        Effect.logWarning("holders could not be told yet", _tag).pipe(Effect.annotateLogs({ series: series.id }))
      )
    )

  const walk = (now: number, after = ""): Effect.Effect<void> =>
    Effect.gen(function* () {
      const page = yield* repo.inStates(["active", "maturing", "overdue"], after, PAGE)
      for (const series of page) {
        if (!isOnLedger(series)) continue
        yield* Effect.forEach(newsOf(series, now), (news) => tell(series, news, now), { discard: true })
      }
      const last = page[PAGE - 1]
      if (last !== undefined) yield* walk(now, last.id)
    })
  return walk
})
