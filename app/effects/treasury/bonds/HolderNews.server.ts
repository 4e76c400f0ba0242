/**
 * What the holders of a series are told: that it matures, and that a payment is late. Units pass from hand to hand
 * without this product, so the ledger says which accounts hold them, not which once bought them here.
 *
 * The ledger is read before the transaction that writes; while it does not answer, the next minute asks again.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { DAY_MS } from "./limits"
import { isOnLedger, type OnLedgerSeries } from "./manifests"
import type { Series } from "./Series"
import { SeriesLists } from "./SeriesLists.server"
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
  // Requests to redeem are one payment, due since the longest wait.
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

/** An account that a late coupon is owed to, and at which ledger version it held its units. */
const Owed = Schema.Struct({ version: Schema.Number, account: Schema.NullOr(Schema.String) })

export class HolderNews extends Effect.Service<HolderNews>()("effects/bonds/HolderNews", {
  dependencies: [SeriesRepo.Default, SeriesLists.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* SeriesRepo
    const lists = yield* SeriesLists
    const ledger = yield* Ledger
    const notifications = yield* Notifications

    /** Of a late coupon that was prepared: accounts that held units at its record version. */
    const owed = SqlSchema.findAll({
      Request: Schema.Struct({ seriesId: Schema.String, dueAt: Schema.Number }),
      Result: Owed,
      execute: ({ dueAt, seriesId }) => sql`SELECT c.record_version AS version, r.account FROM bond_coupons c
        JOIN distribution_rows r ON r.distribution_id = c.distribution_id
        WHERE c.series_id = ${seriesId} AND c.due_at = ${dueAt} AND c.record_version IS NOT NULL`
    })

    /** At the record version of the late coupon; without one, now. */
    const holdersOf = Effect.fn("HolderNews.holdersOf")(function* (series: OnLedgerSeries, lateSince: number | null) {
      const record = yield* Effect.orDie(owed({ seriesId: series.id, dueAt: lateSince ?? -1 }))
      const candidates = record.flatMap(({ account }) => (account === null ? [] : [account]))
      const at = record[0]?.version
      const { holders } = yield* ledger.holders(series.bondResource, at === undefined ? {} : { at, candidates })
      return holders.map(({ address }) => address)
    })

    const write = Effect.fnUntraced(function* (
      series: OnLedgerSeries,
      { change, text }: News,
      holders: ReadonlyArray<string>,
      now: number
    ) {
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
    }, atomically(sql))

    const tell = (series: OnLedgerSeries, news: News, now: number) => {
      const later = ({ _tag }: { readonly _tag: string }) =>
        Effect.logWarning("holders could not be told yet", _tag).pipe(Effect.annotateLogs({ series: series.id }))
      return Effect.flatMap(holdersOf(series, news.lateSince), (holders) => write(series, news, holders, now)).pipe(
        Effect.catchTags({ GatewayDown: later, LedgerRefused: later, UnknownOnLedger: later })
      )
    }

    const walk = (now: number, after = ""): Effect.Effect<void> =>
      Effect.gen(function* () {
        const page = yield* lists.inStates(["active", "maturing", "overdue"], after, PAGE)
        for (const series of page) {
          if (!isOnLedger(series)) continue
          yield* Effect.forEach(newsOf(series, now), (news) => tell(series, news, now), { discard: true })
        }
        const last = page[PAGE - 1]
        if (last !== undefined) yield* walk(now, last.id)
      })
    return { tell: (now: number) => walk(now) }
  })
}) {}
