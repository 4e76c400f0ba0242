/**
 * What becomes of series and orders by themselves, minute by minute (docs/product/bonds.md, 3.4). Every look finds what
 * is due, once.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { known } from "~/effects/chain/ledger/known.server"
import { BatchesRepo } from "./BatchesRepo.server"
import { BatchOutcomes } from "./BatchOutcomes.server"
import { BondVotes } from "./BondVotes.server"
import { CouponWatch } from "./CouponWatch.server"
import { HolderNews } from "./HolderNews.server"
import { OrderExpiry } from "./OrderExpiry.server"
import { RepaymentLife } from "./RepaymentLife.server"
import { SaleLife } from "./SaleLife.server"
import { isRunning, type Series } from "./Series"
import { SeriesLists } from "./SeriesLists.server"
import { SeriesRepo } from "./SeriesRepo.server"

const PAGE = 100

export class SeriesLife extends Effect.Service<SeriesLife>()("effects/bonds/SeriesLife", {
  accessors: true,
  dependencies: [
    SeriesRepo.Default,
    SeriesLists.Default,
    BatchesRepo.Default,
    BatchOutcomes.Default,
    OrderExpiry.Default,
    BondVotes.Default,
    CouponWatch.Default,
    SaleLife.Default,
    RepaymentLife.Default,
    HolderNews.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* SeriesRepo
    const lists = yield* SeriesLists
    const batches = yield* BatchesRepo
    const outcomes = yield* BatchOutcomes
    const expiry = yield* OrderExpiry
    const votes = yield* BondVotes
    const coupons = yield* CouponWatch
    const sales = yield* SaleLife
    const repayments = yield* RepaymentLife
    const news = yield* HolderNews

    const treasuryOf = SqlSchema.findOne({
      Request: Schema.String,
      Result: Schema.Struct({ treasuryAccount: Schema.NullOr(Schema.String) }),
      execute: (communityId) => sql`SELECT treasury_account FROM communities WHERE id = ${communityId}`
    })

    const lookAtBatches = Effect.gen(function* () {
      for (const batch of yield* batches.sent(PAGE)) {
        const found = Option.getOrUndefined(yield* Effect.orDie(treasuryOf(batch.communityId)))
        yield* known(outcomes.check(batch, found?.treasuryAccount ?? ""))
      }
    })

    const step = Effect.fnUntraced(function* (series: Series, now: number) {
      yield* repo.turn(series.id)
      yield* isRunning(series.state) ? repayments.step(series, now) : sales.step(series, now)
    }, atomically(sql))

    const walk = (now: number, after = ""): Effect.Effect<void> =>
      Effect.gen(function* () {
        const states = ["scheduled", "open", "settling", "active", "maturing", "overdue"] as const
        const page = yield* lists.inStates(states, after, PAGE)
        yield* Effect.forEach(page, (series) => step(series, now), { discard: true })
        const last = page[PAGE - 1]
        if (last !== undefined) yield* walk(now, last.id)
      })

    /** One look at everything. */
    const minute = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      yield* lookAtBatches
      yield* expiry.look(now)
      yield* votes.conclude
      yield* coupons.look
      yield* walk(now)
      yield* news.tell(now)
    }).pipe(Effect.withSpan("bonds.lifeCycle"))

    return { minute }
  })
}) {}

export const BONDS_JOB = "bonds"
export const bondsJob = Effect.map(SeriesLife, ({ minute }): Job => ({ name: BONDS_JOB, every: "minute", run: minute }))
