/**
 * What becomes of series and orders by themselves, minute by minute (docs/product/bonds.md, 3.4). Every look finds what
 * is due, once.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { LATE_MS } from "~/effects/communities/communities/PublicCounts"
import { formatAmount } from "~/ledger/index"
import { scheduleOf } from "./arithmetic"
import { Bonds } from "./Bonds.server"
import { makeDecisions } from "./bondVote.server"
import { makeCouponWatch } from "./coupons.server"
import { makeEnds } from "./ends.server"
import { makeHolderNews } from "./holderNews.server"
import { DAY_MS, DEFAULT_MS } from "./limits"
import { OrdersRepo } from "./OrdersRepo.server"
import { type Series, settleBy, unpaidCoupon } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"
import { Settlements } from "./Settlements.server"
import { planOf } from "./terms"

const PAGE = 100

export const makeLifeCycle = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const counts = yield* CommunityCounts
  const repo = yield* SeriesRepo
  const orders = yield* OrdersRepo
  const bonds = yield* Bonds
  const settlements = yield* Settlements
  const ledger = yield* Ledger
  const activity = yield* Activity
  const notifications = yield* Notifications
  const end = yield* makeEnds
  const decide = yield* makeDecisions
  const coupons = yield* makeCouponWatch
  const tellHolders = yield* makeHolderNews

  const target = ({ code, communityId }: Series) => `/community/detail/${communityId}/bondissued?series=${code}`
  const record = (series: Series, type: "seriesOpened" | "seriesClosed" | "bondOverdue") =>
    activity.record({
      communityId: series.communityId,
      actor: null,
      type,
      target: target(series),
      data: { code: series.code },
      visibility: "public"
    })
  const tellMembers = (series: Series, type: "saleOpen" | "saleEnding", text: string) =>
    notifications.tell({
      to: { everyoneIn: series.communityId },
      type,
      communityId: series.communityId,
      target: target(series),
      text,
      importance: "normal"
    })
  const open = (series: Series) =>
    Effect.gen(function* () {
      const moved = yield* repo.move(series.id, ["scheduled"], { state: "open" })
      if (Option.isNone(moved)) return
      yield* counts.countOpenSales(series.communityId, 1)
      yield* tellMembers(series, "saleOpen", `The sale of ${series.code} is open.`)
      yield* record(series, "seriesOpened")
    })

  const close = (series: Series) =>
    Effect.gen(function* () {
      const moved = yield* repo.move(series.id, ["open"], { state: "settling" })
      if (Option.isNone(moved)) return
      yield* counts.countOpenSales(series.communityId, -1)
      yield* record(series, "seriesClosed")
    })

  const hasOrders = (series: Series) =>
    Effect.map(
      Effect.orDie(
        sql`SELECT 1 FROM bond_orders
          WHERE series_id = ${series.id} AND direction = 'buy' AND state IN ('signed', 'settling') LIMIT 1`
      ),
      (rows) => rows.length > 0
    )

  /** Since when somebody waits to be redeemed: a request that ran out unserved is a payment not made, too. */
  const askedSince = (series: Series) =>
    Effect.map(
      Effect.orDie(
        sql<{ readonly first: number | null }>`SELECT MIN(o.signed_at) AS first FROM bond_orders o
          WHERE o.series_id = ${series.id} AND o.direction = 'redeem' AND (o.state IN ('signed', 'settling')
            OR (o.state = 'lapsed' AND NOT EXISTS (SELECT 1 FROM bond_orders n
              WHERE n.series_id = o.series_id AND n.account = o.account AND n.direction = 'redeem'
                AND n.state IN ('settled', 'withdrawn', 'failed') AND n.signed_at > o.signed_at)))`
      ),
      ([row]) => row?.first ?? null
    )

  /** Running from here on: its coupons fall due one by one. */
  const begin = (series: Series) =>
    Effect.gen(function* () {
      const moved = yield* repo.move(series.id, ["settling"], { state: "active" })
      const coupons = scheduleOf(planOf(series)).filter(({ kind }) => kind === "coupon")
      if (Option.isNone(moved) || coupons.length === 0) return
      const rows = coupons.map(({ dueAt, perUnit }) => ({ seriesId: series.id, dueAt, perUnit: formatAmount(perUnit) }))
      yield* Effect.orDie(sql`INSERT INTO bond_coupons ${sql.insert(rows)} ON CONFLICT (series_id, due_at) DO NOTHING`)
    })

  /** Everything swapped, or the time for it over. A missed minimum ends at `settleBy` (R-B7). */
  const finishSale = (series: Series, now: number) =>
    Effect.gen(function* () {
      if (yield* hasOrders(series)) return
      if (series.settledUnits > 0) return yield* begin(series)
      if (now >= settleBy(series)) {
        const reason =
          series.sold < series.minRaiseUnits ? "The minimum raise was missed." : "No order was settled in time."
        yield* Effect.ignore(bonds.cancel(series.communityId, series.id, null, reason))
      }
    })

  const run = (series: Series, now: number) =>
    Effect.gen(function* () {
      const isMature = now >= series.maturesAt
      const paidOf = yield* repo.paidOf([series])
      const coupon = unpaidCoupon(paidOf(series), now)
      const asked = isMature ? yield* askedSince(series) : null
      const waits = [coupon, asked].filter((at) => at !== null)
      const since = waits.length === 0 ? null : Math.min(...waits)
      const isLate = since !== null && now - since >= LATE_MS
      const isDone = isMature && coupon === null && series.redeemedUnits >= series.settledUnits
      const state = isDone ? "redeemed" : isLate ? "overdue" : isMature ? "maturing" : "active"
      const defaultedAt = isLate && now - since >= DEFAULT_MS ? (series.defaultedAt ?? now) : series.defaultedAt
      const lateSince = isLate ? since : null
      if (state !== series.state || lateSince !== series.lateSince || defaultedAt !== series.defaultedAt) {
        yield* repo.move(series.id, [series.state], { state, lateSince, defaultedAt })
      }
      if (state === "overdue" && series.state !== "overdue") yield* record(series, "bondOverdue")
    })

  const step = (series: Series, now: number) =>
    Effect.gen(function* () {
      yield* repo.turn(series.id)
      if (series.state === "scheduled" && now >= series.saleOpensAt) yield* open(series)
      else if (series.state === "open" && now >= series.saleClosesAt) yield* close(series)
      else if (series.state === "open" && series.toldEnding === 0 && now >= series.saleClosesAt - DAY_MS) {
        yield* repo.move(series.id, ["open"], { toldEnding: 1 })
        yield* tellMembers(series, "saleEnding", `The sale of ${series.code} closes within 24 hours.`)
      } else if (series.state === "settling") yield* finishSale(series, now)
      else if (series.state === "active" || series.state === "maturing" || series.state === "overdue") {
        yield* run(series, now)
      }
    }).pipe(atomically(sql))

  /** An order that ended unused, unless the ledger has used it after all. */
  const expire = (now: number) =>
    Effect.gen(function* () {
      for (const order of yield* orders.expired(now, PAGE)) {
        const used = yield* Effect.either(ledger.subintentStatus(order.subintentHash ?? ""))
        if (used._tag === "Left" && used.left._tag === "GatewayDown") continue
        if (used._tag === "Right" && Option.isSome(used.right.finalizedBy)) {
          yield* Effect.logError("an order was settled by a transaction that is not ours", order.id)
          continue
        }
        yield* Effect.gen(function* () {
          yield* repo.turn(order.seriesId)
          const series = Option.getOrUndefined(yield* repo.find(order.seriesId))
          if (series !== undefined) yield* end({ order, series, from: ["signed"], state: "lapsed" })
        }).pipe(atomically(sql))
      }
    })

  const poll = Effect.gen(function* () {
    for (const batch of yield* orders.sentBatches(PAGE)) {
      const [row] = yield* Effect.orDie(
        sql<{ readonly treasuryAccount: string | null }>`SELECT treasury_account FROM communities
          WHERE id = ${batch.communityId}`
      )
      yield* Effect.ignore(settlements.check(batch, row?.treasuryAccount ?? ""))
    }
  })

  const walk = (now: number, after = ""): Effect.Effect<void> =>
    Effect.gen(function* () {
      const page = yield* repo.inStates(["scheduled", "open", "settling", "active", "maturing", "overdue"], after, PAGE)
      yield* Effect.forEach(page, (series) => step(series, now), { discard: true })
      const last = page[PAGE - 1]
      if (last !== undefined) yield* walk(now, last.id)
    })

  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    yield* poll
    yield* expire(now)
    yield* decide
    yield* coupons
    yield* walk(now)
    yield* tellHolders(now)
  }).pipe(Effect.withSpan("bonds.lifeCycle"))
})

export const BONDS_JOB = "bonds"
export const bondsJob = Effect.map(makeLifeCycle, (run): Job => ({ name: BONDS_JOB, every: "minute", run }))
