/** The minute job of bonds: moves series and orders that are due, each once (docs/product/bonds.md). */
import { Clock, Effect, Option, Schema } from "effect"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { inParts, type Job } from "~/effects/base/jobs/Jobs.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import { Executions } from "~/effects/governance/proposals/Executions.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { CouponsRepo } from "~/effects/treasury/bonds/CouponsRepo.server"
import { OrderEnds } from "~/effects/treasury/bonds/OrderEnds.server"
import { UnitHolders } from "~/effects/treasury/bonds/UnitHolders.server"
import { BatchesRepo } from "./BatchesRepo.server"
import { BatchOutcomes } from "./BatchOutcomes.server"
import { bondActionHashes } from "./bondVote.server"
import { Coupons } from "./Coupons.server"
import { makeCollateralNotices, makeHolderNotices } from "./HolderNotices.server"
import type { Order } from "./Order"
import { OrdersRepo } from "./OrdersRepo.server"
import { isRunning, type Series, type SeriesState } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"
import { makeRepaymentLife, makeSaleLife } from "./seriesSteps.server"

/** States that time alone changes. */
const MOVING: ReadonlyArray<SeriesState> = ["scheduled", "open", "settling", "active", "maturing", "overdue"]

/** Results after which a vote approves nothing, or no longer does. */
const OVER: ReadonlySet<string> = new Set(["failed", "noQuorum", "uncountable", "cancelled", "expired"])

/** Applies the result of finished votes to their series. */
const makeBondVotes = Effect.gen(function* () {
  const sql = yield* Sql
  const repo = yield* SeriesRepo
  const { scan } = yield* WorkQueue
  const bonds = yield* Bonds
  const executions = yield* Executions

  const status = findOne({
    Request: Schema.String,
    Result: Schema.Struct({ status: Schema.String }),
    execute: (id) => sql`SELECT status FROM proposals WHERE id = ${id}`
  })
  const isOver = ({ proposalId }: Series) =>
    Effect.map(
      status(proposalId ?? ""),
      Option.exists((found) => OVER.has(found.status))
    )

  const approvedOf = Effect.fnUntraced(function* (series: Series) {
    for (const hash of bondActionHashes(series)) {
      const found = yield* executions.approvedAction(series.communityId, "bond", hash)
      if (Option.isSome(found)) return found
    }
    return Option.none()
  })

  /** Moves one series to approved, or back to a draft if its vote ended otherwise. Runs with the minute job. */
  const concludeOne = Effect.fn("SeriesLife.concludeOne")(function* (id: string) {
    const series = Option.getOrUndefined(yield* repo.find(id))
    if (series === undefined) return
    const found = series.state === "proposed" ? yield* approvedOf(series) : Option.none()
    if (Option.isSome(found)) yield* bonds.decided(series.id, true, found.value.id)
    else if (yield* isOver(series)) yield* bonds.decided(series.id, false)
  })
  const conclude = scan({
    job: "bonds.votes",
    after: repo.keysIn(["proposed", "approved"]),
    keyOf: (id) => id,
    check: concludeOne
  })
  return { conclude }
})

/** Lapses expired orders, unless the ledger has used them after all. */
const makeOrderExpiry = Effect.gen(function* () {
  const sql = yield* Sql
  const repo = yield* SeriesRepo
  const orders = yield* OrdersRepo
  const ledger = yield* Ledger
  const { end } = yield* OrderEnds
  const { scan } = yield* WorkQueue

  /** What the ledger did with a signed part. A part that it does not know, or refuses to look up, was never used. */
  const fateOf = ({ subintentHash }: Order) => {
    const unused = () => Effect.succeed("unused" as const)
    return ledger.subintentStatus(subintentHash ?? "").pipe(
      Effect.map(({ finalizedBy }) => (Option.isSome(finalizedBy) ? ("used" as const) : ("unused" as const))),
      Effect.catchTags({
        GatewayDown: () => Effect.succeed("unread" as const),
        UnknownOnLedger: unused,
        LedgerRefused: unused
      })
    )
  }

  const lapse = Effect.fnUntraced(function* (order: Order) {
    yield* repo.turn(order.seriesId)
    const series = Option.getOrUndefined(yield* repo.find(order.seriesId))
    if (series !== undefined) yield* end({ order, series, from: ["signed"], state: "lapsed" })
  }, atomically(sql))

  const checkOne = Effect.fn("SeriesLife.checkOne")(function* (id: string) {
    for (const order of yield* orders.several([id])) {
      if (order.state !== "signed") continue
      const fate = yield* fateOf(order)
      if (fate === "unused") yield* lapse(order)
      // Reported to the operator; the order stays as it is.
      else if (fate === "used") yield* Effect.dieMessage("the order was settled by a transaction that is not ours")
    }
  })
  const poll = (now: number) =>
    scan({ job: "bonds.orders", after: orders.expired(now), keyOf: ({ id }) => id, check: ({ id }) => checkOne(id) })

  return { poll }
})

export class SeriesLife extends Effect.Service<SeriesLife>()("treasury/bonds/SeriesLife", {
  accessors: true,
  dependencies: [
    SeriesRepo.Default,
    BatchesRepo.Default,
    BatchOutcomes.Default,
    Coupons.Default,
    WorkQueue.Default,
    Bonds.Default,
    Executions.Default,
    CouponsRepo.Default,
    PayeeNotices.Default,
    UnitHolders.Default,
    OrdersRepo.Default,
    OrderEnds.Default,
    CommunityCounts.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* SeriesRepo
    const batches = yield* BatchesRepo
    const outcomes = yield* BatchOutcomes
    const expiry = yield* makeOrderExpiry
    const votes = yield* makeBondVotes
    const coupons = yield* Coupons
    const sales = yield* makeSaleLife
    const repayments = yield* makeRepaymentLife
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
        couponRecords: coupons.recordDue,
        coupons: coupons.markPaid,
        series: scan({ job: "bonds.series", after: repo.keysIn(MOVING), keyOf, check: (id) => step(id, now) }),
        holders: news.notify(now),
        collateral: collateral.notify(now)
      })
    }).pipe(Effect.withSpan("bonds.lifeCycle"))

    return { minute }
  })
}) {}

export const BONDS_JOB = "bonds"
export const bondsJob = Effect.map(SeriesLife, ({ minute }): Job => ({ name: BONDS_JOB, every: "minute", run: minute }))
