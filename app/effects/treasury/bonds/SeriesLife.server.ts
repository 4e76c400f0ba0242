/** The minute job of bonds: moves series and orders that are due, each once (docs/product/bonds.md). */

import { Clock, Effect, Option, Schema } from "effect"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { inParts, type Job } from "~/effects/base/jobs/Jobs.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { known } from "~/effects/chain/ledger/known.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import { Executions } from "~/effects/governance/proposals/Executions.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { CouponsRepo } from "~/effects/treasury/bonds/CouponsRepo.server"
import { OrderEnds } from "~/effects/treasury/bonds/OrderEnds.server"
import { OrderLists } from "~/effects/treasury/bonds/OrderLists.server"
import { SeriesCancelling } from "~/effects/treasury/bonds/SeriesCancelling.server"
import { UnitHolders } from "~/effects/treasury/bonds/UnitHolders.server"
import { BatchesRepo } from "./BatchesRepo.server"
import { BatchOutcomes } from "./BatchOutcomes.server"
import { makeBondVotes } from "./BondVotes.server"
import { CouponRecords } from "./CouponRecords.server"
import { makeCouponWatch } from "./CouponWatch.server"
import { makeHolderNotices } from "./HolderNotices.server"
import { makeOrderExpiry } from "./OrderExpiry.server"
import { RepaymentLife } from "./RepaymentLife.server"
import { makeSaleLife } from "./SaleLife.server"
import { isRunning, type SeriesState } from "./Series"
import { SeriesLists } from "./SeriesLists.server"
import { SeriesRepo } from "./SeriesRepo.server"
import { makeCollateralNotices } from "./secured/collateralNotices.server"

/** States that time alone changes. */
const MOVING: ReadonlyArray<SeriesState> = ["scheduled", "open", "settling", "active", "maturing", "overdue"]

export class SeriesLife extends Effect.Service<SeriesLife>()("treasury/bonds/SeriesLife", {
  accessors: true,
  dependencies: [
    SeriesRepo.Default,
    SeriesLists.Default,
    BatchesRepo.Default,
    BatchOutcomes.Default,
    CouponRecords.Default,
    RepaymentLife.Default,
    WorkQueue.Default,
    Bonds.Default,
    Executions.Default,
    CouponsRepo.Default,
    PayeeNotices.Default,
    UnitHolders.Default,
    OrderLists.Default,
    OrderEnds.Default,
    CommunityCounts.Default,
    SeriesCancelling.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* SeriesRepo
    const lists = yield* SeriesLists
    const batches = yield* BatchesRepo
    const outcomes = yield* BatchOutcomes
    const expiry = yield* makeOrderExpiry
    const votes = yield* makeBondVotes
    const records = yield* CouponRecords
    const coupons = yield* makeCouponWatch
    const sales = yield* makeSaleLife
    const repayments = yield* RepaymentLife
    const news = yield* makeHolderNotices
    const collateral = yield* makeCollateralNotices
    const { scan } = yield* WorkQueue

    const treasuryOf = findOne({
      Request: Schema.String,
      Result: Schema.Struct({ treasuryAccount: Schema.NullOr(Schema.String) }),
      execute: (communityId) => sql`SELECT treasury_account FROM communities WHERE id = ${communityId}`
    })

    const checkBatch = Effect.fn("SeriesLife.checkBatch")(function* (id: string) {
      const batch = Option.getOrUndefined(yield* batches.find(id))
      if (batch?.state !== "sent") return
      const found = Option.getOrUndefined(yield* treasuryOf(batch.communityId))
      yield* known(outcomes.check(batch, found?.treasuryAccount ?? ""))
    })

    const step = Effect.fn("SeriesLife.step")(function* (id: string, now: number) {
      yield* repo.turn(id)
      const series = Option.getOrUndefined(yield* repo.find(id))
      if (series === undefined || !MOVING.includes(series.state)) return
      yield* isRunning(series.state) ? repayments.step(series, now) : sales.step(series, now)
    }, atomically(sql))

    const keyOf = (id: string) => id

    /** One run over everything. */
    const minute = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      yield* inParts({
        batches: scan({ job: "bonds.batches", after: batches.sent, keyOf, check: checkBatch }),
        orders: expiry.poll(now),
        votes: votes.conclude,
        couponRecords: records.poll,
        coupons: coupons.poll,
        series: scan({ job: "bonds.series", after: lists.keysIn(MOVING), keyOf, check: (id) => step(id, now) }),
        holders: news.notify(now),
        collateral: collateral.notify(now)
      })
    }).pipe(Effect.withSpan("bonds.lifeCycle"))

    return { minute }
  })
}) {}

export const BONDS_JOB = "bonds"
export const bondsJob = Effect.map(SeriesLife, ({ minute }): Job => ({ name: BONDS_JOB, every: "minute", run: minute }))
