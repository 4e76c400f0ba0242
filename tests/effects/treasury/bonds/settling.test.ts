/** What a batch includes, and what happens when an order leaves it at the last moment. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, TestClock } from "effect"
import type { Community } from "~/effects/access/Community"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { GatewayDown } from "~/effects/base/failures/failures"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { LEASE_MS } from "~/effects/chain/prepared-transactions/lease"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { BatchesRepo } from "~/effects/treasury/bonds/BatchesRepo.server"
import { BatchOutcomes } from "~/effects/treasury/bonds/BatchOutcomes.server"
import { BatchPlans } from "~/effects/treasury/bonds/BatchPlans.server"
import { BondEscrows } from "~/effects/treasury/bonds/escrow/BondEscrows.server"
import { HOUR_MS } from "~/effects/treasury/bonds/limits"
import { type Batch, settlementKey } from "~/effects/treasury/bonds/Order"
import { SPENT } from "~/effects/treasury/bonds/OrderEnds.server"
import { OrdersRepo } from "~/effects/treasury/bonds/OrdersRepo.server"
import { ReceiptsRepo } from "~/effects/treasury/bonds/ReceiptsRepo.server"
import { Sales } from "~/effects/treasury/bonds/Sales.server"
import { SeriesRepo } from "~/effects/treasury/bonds/SeriesRepo.server"
import { SettlementRules } from "~/effects/treasury/bonds/SettlementRules.server"
import { Settlements } from "~/effects/treasury/bonds/Settlements.server"
import { SignedParts } from "~/effects/treasury/bonds/SignedParts.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { encodeTransaction } from "~/ledger/index"
import { type Database, describeOnBothDatabases } from "../../../databases"
import { accountOf, signedV1 } from "../../../ledger/signing"
import { FAUCET } from "../../chain/ledger/transactions"
import {
  ADA,
  ada,
  balance,
  buyer,
  closed,
  fund,
  hereOf,
  minute,
  opened,
  order,
  orderNow,
  SERIES,
  seriesNow,
  settleNext,
  signPart,
  terms,
  world,
  XRD
} from "./world"

const [bea, cas] = [buyer(1), buyer(2)]

/** Settlements whose root transaction takes a moment to complete, in which something else happens. */
const interrupted = (database: Database, meanwhile: () => Effect.Effect<unknown>) => {
  const slow = Layer.effect(
    Relayer,
    Effect.map(Relayer, (real) =>
      Relayer.make({ ...real, complete: (root) => Effect.zipLeft(real.complete(root), Effect.suspend(meanwhile)) })
    )
  ).pipe(Layer.provide(Relayer.Default))
  return Layer.fresh(Settlements.DefaultWithoutDependencies).pipe(
    Layer.provide(
      Layer.mergeAll(
        slow,
        SeriesRepo.Default,
        OrdersRepo.Default,
        SignedParts.Default,
        BatchesRepo.Default,
        BatchPlans.Default,
        BatchOutcomes.Default,
        BondEscrows.Default,
        SettlementRules.Default,
        TreasuryHolders.Default,
        PreparedTransactions.Default
      )
    ),
    Layer.provideMerge(world(database))
  )
}

/** The next batch, with its signature submitted. */
const signedNext = (community: Community) =>
  Effect.gen(function* () {
    const settlements = yield* Settlements
    const batch = yield* settlements.prepare(hereOf(community), SERIES, "buy")
    const signed = yield* signPart(batch.manifest, batch.expiration, ada)
    return { batch, signed, sign: settlements.sign(hereOf(community), batch.batchId, signed) }
  })

/** Two waiting orders, and their batch. */
const rolling = (community: Community) =>
  Effect.gen(function* () {
    yield* Effect.forEach([bea, cas], (by) => fund(accountOf(by)))
    const left = yield* order(community, bea, 10)
    const stays = yield* order(community, cas, 5)
    return { left, stays, ...(yield* signedNext(community)) }
  })

describeOnBothDatabases("a batch of orders", (database) => {
  let meanwhile: Effect.Effect<unknown> = Effect.void
  it.effect("is not sent if an order leaves it during signing", () =>
    Effect.gen(function* () {
      const { community } = yield* opened({ minRaiseUnits: 0, settleMode: "rolling" })
      const { left, sign, stays, batch } = yield* rolling(community)
      const [sales, batches] = [yield* Sales, yield* BatchesRepo]
      meanwhile = Effect.orDie(sales.withdraw(community.id, accountOf(bea), left))
      const refused = yield* Effect.flip(sign)
      assert.deepInclude(refused, { _tag: "BatchRefused" })
      assert.strictEqual((yield* orderNow(community, left)).state, "withdrawn")
      assert.deepInclude(yield* orderNow(community, stays), { state: "signed", batchId: null })
      assert.deepInclude(yield* batches.findOrFail(community.id, batch.batchId), { state: "prepared", txId: null })
      assert.strictEqual(yield* balance(accountOf(bea), XRD), 10_000)
      assert.strictEqual(yield* balance(accountOf(cas), XRD), 10_000)
    }).pipe(Effect.provide(interrupted(database, () => meanwhile)))
  )

  it.effect("is sent once if it is submitted twice concurrently, with the same response to both", () =>
    Effect.gen(function* () {
      const { community } = yield* opened({ minRaiseUnits: 0, settleMode: "rolling" })
      const { batch, sign } = yield* rolling(community)
      const other = yield* Deferred.make<Batch>()
      meanwhile = Effect.suspend(() => {
        meanwhile = Effect.void
        return Deferred.complete(other, Effect.orDie(sign))
      })
      const late = yield* sign
      assert.deepInclude(late, { id: batch.batchId, state: "committed", problem: null })
      assert.deepStrictEqual(late, yield* other)
      const next = yield* order(community, bea, 1)
      const { sign: again } = yield* signedNext(community)
      const responses = yield* Effect.all([again, again, again], { concurrency: "unbounded" })
      for (const response of responses) assert.deepStrictEqual(response, responses[0])
      assert.strictEqual((yield* orderNow(community, next)).state, "settled")
      assert.strictEqual(yield* balance(community.treasuryAccount ?? "", XRD), 16 * 230)
      const papers = yield* ReceiptsRepo
      assert.lengthOf(yield* papers.page(accountOf(bea), community.id, null, 5), 2)
    }).pipe(Effect.provide(interrupted(database, () => meanwhile)))
  )

  it.effect("is submitted to the ledger again if it arrives while on its way, and returns the result", () =>
    Effect.gen(function* () {
      const { community } = yield* opened({ minRaiseUnits: 0, settleMode: "rolling" })
      const { batch, sign, signed, stays } = yield* rolling(community)
      // The first server stores it, and loses the ledger before it can submit it.
      const gone = () => new GatewayDown({ cause: "gone" })
      const cut = Ledger.layerScript({ ...(yield* Ledger), submit: gone, status: gone })
      const stored = yield* Effect.flatMap(Settlements, (server) =>
        server.sign(hereOf(community), batch.batchId, signed)
      ).pipe(Effect.provide(Layer.provide(Layer.fresh(Settlements.Default), cut)))
      assert.strictEqual(stored.state, "sent")
      const again = yield* sign
      assert.deepInclude(again, { id: batch.batchId, state: "committed", problem: null })
      assert.strictEqual((yield* orderNow(community, stays)).state, "settled")
      assert.deepStrictEqual(yield* sign, again)
      assert.strictEqual(yield* balance(community.treasuryAccount ?? "", XRD), 15 * 230)
    }).pipe(Effect.provide(world(database)))
  )
})

/** This many buyers of one size, then a larger one. */
const crowd = (sizes: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const { community } = yield* opened({ units: 100, minRaiseUnits: 60, minPerBuyer: 1 })
    const ids = yield* Effect.forEach(sizes, (units, n) =>
      Effect.zipRight(fund(accountOf(buyer(n))), order(community, buyer(n), units))
    )
    yield* closed
    return { community, ids, here: hereOf(community) }
  })

/** The buyer's money is gone before the order is used. */
const spend = (n: number) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const { epoch } = yield* ledger.currentState()
    const away = `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");
CALL_METHOD Address("${accountOf(buyer(n))}") "withdraw" Address("${XRD}") Decimal("9990");
CALL_METHOD Address("${ADA}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
    const window = { startEpoch: BigInt(epoch), endEpoch: BigInt(epoch) + 50n }
    yield* ledger.submit(encodeTransaction({ kind: "notarizedV1", body: signedV1(away, [buyer(n)], window) }))
  })

const states = (community: Community, ids: ReadonlyArray<string>) =>
  Effect.forEach(ids, (id) => Effect.map(orderNow(community, id), ({ state }) => state))

describe("a minimum raise of more orders than one transaction takes", () => {
  const Live = world(MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")), Layer.orDie))
  const SIZES = [...Array.from({ length: 22 }, () => 2), 20]

  it.effect(
    "is checked as a whole before anybody signs, and begins with the largest orders",
    () =>
      Effect.gen(function* () {
        const { community, here, ids } = yield* crowd(SIZES)
        const settlements = yield* Settlements
        yield* spend(21)
        const outcome = yield* Effect.flip(settlements.prepare(here, SERIES, "buy", { agreed: [] }))
        // The order that fails comes after the first twenty.
        assert.deepInclude(outcome, { _tag: "OrdersWouldFail", mayGoOn: true })
        const lost = ids[21] ?? ""
        assert.deepStrictEqual("failures" in outcome ? outcome.failures : [], [
          { id: lost, account: accountOf(buyer(21)), units: 2, failure: SPENT.buy }
        ])
        assert.deepStrictEqual(new Set(yield* states(community, ids)), new Set(["signed"]))
        const batch = yield* settlements.prepare(here, SERIES, "buy", { agreed: [lost] })
        // 20 + 19 times 2 units are 58 of the 60 that are needed: the second transaction reaches them.
        assert.deepInclude(batch, { orders: 20, units: 58, failed: 1, toMinimum: 2 })
        assert.strictEqual((yield* orderNow(community, lost)).state, "failed")
        const largest = yield* (yield* BatchesRepo).findOrFail(community.id, batch.batchId)
        assert.strictEqual(largest.orderIds[0], ids[22])
        yield* settlements.sign(here, batch.batchId, yield* signPart(batch.manifest, batch.expiration, ada))
        assert.strictEqual((yield* settleNext(community)).after.state, "committed")
        assert.deepInclude(yield* seriesNow(), { settledUnits: 62, sold: 62 })
      }).pipe(Effect.provide(Live)),
    120_000
  )

  it.effect(
    "does not begin if failing orders leave it below the minimum, and lapses as a whole",
    () =>
      Effect.gen(function* () {
        const { community, here, ids } = yield* crowd(SIZES)
        const settlements = yield* Settlements
        yield* spend(20)
        yield* spend(21)
        yield* spend(19)
        const outcome = yield* Effect.flip(settlements.prepare(here, SERIES, "buy", { agreed: ids }))
        assert.deepInclude(outcome, { _tag: "OrdersWouldFail", mayGoOn: false })
        assert.match(
          outcome.message,
          /^Without the orders that would fail 58 units are left, fewer than the minimum of 60/
        )
        assert.deepStrictEqual(new Set(yield* states(community, ids)), new Set(["signed"]))
        yield* TestClock.setTime(terms.saleClosesAt + 72 * HOUR_MS)
        yield* minute
        assert.deepStrictEqual(new Set(yield* states(community, ids)), new Set(["lapsed"]))
        assert.deepInclude(yield* seriesNow(), { state: "cancelled", settledUnits: 0 })
        assert.strictEqual(yield* balance(accountOf(buyer(0)), XRD), 10_000)
      }).pipe(Effect.provide(Live)),
    120_000
  )

  it.effect(
    "does not begin if money was spent while the treasurer signed",
    () =>
      Effect.gen(function* () {
        const { community, here, ids } = yield* crowd(SIZES)
        const settlements = yield* Settlements
        const batch = yield* settlements.prepare(here, SERIES, "buy", { agreed: [] })
        assert.deepInclude(batch, { units: 58, toMinimum: 2, failed: 0 })
        const signed = yield* signPart(batch.manifest, batch.expiration, ada)
        // None of them is in the batch that was signed.
        for (const n of [19, 20, 21]) yield* spend(n)
        const refused = yield* Effect.flip(settlements.sign(here, batch.batchId, signed))
        assert.strictEqual(refused._tag, "OrdersWouldFail")
        assert.deepStrictEqual(new Set(yield* states(community, ids)), new Set(["signed"]))
        assert.strictEqual(yield* balance(accountOf(buyer(22)), XRD), 10_000)
      }).pipe(Effect.provide(Live)),
    120_000
  )
})

describe("the next batch of a series", () => {
  const Live = world(MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")), Layer.orDie))

  it.effect("is leased to one page at a time, until its wallet refuses or the lease expires", () =>
    Effect.gen(function* () {
      const { community } = yield* opened({ minRaiseUnits: 0 })
      yield* fund(accountOf(bea))
      yield* order(community, bea, 10)
      yield* closed
      const settlements = yield* Settlements
      const here = hereOf(community)
      const asking = (holder: string, takeOver = false) =>
        settlements.prepare(here, SERIES, "buy", { holder, takeOver, agreed: [] })
      const first = yield* asking("firsttab1")
      assert.strictEqual((yield* Effect.flip(asking("othertab2")))._tag, "TransactionLeased")
      assert.strictEqual((yield* Effect.flip(asking("othertab2", true)))._tag, "TransactionLeased")
      // A reload of the same page requests it again; a refusal by the wallet releases it.
      const again = yield* asking("firsttab1")
      yield* settlements.giveBack(community.id, again.batchId, "firsttab1")
      const others = yield* asking("othertab2")
      yield* TestClock.adjust(LEASE_MS)
      assert.strictEqual((yield* Effect.flip(asking("firsttab1")))._tag, "TransactionLeased")
      const taken = yield* asking("firsttab1", true)
      // Only the last one prepared can be signed.
      for (const { batchId, expiration, manifest } of [first, again, others]) {
        const late = settlements.sign(here, batchId, yield* signPart(manifest, expiration, ada))
        assert.strictEqual((yield* Effect.flip(late))._tag, "WrongState")
      }
      const { batchId, expiration, manifest } = taken
      const signed = yield* signPart(manifest, expiration, ada)
      assert.strictEqual((yield* settlements.sign(here, batchId, signed)).state, "committed")
      const { leases } = yield* PreparedTransactions
      assert.isNull(yield* leases.current(settlementKey(SERIES, "buy")))
    }).pipe(Effect.provide(Live))
  )

  it.effect("is leased to nobody after it could not be prepared", () =>
    Effect.gen(function* () {
      const { community } = yield* opened({ minRaiseUnits: 0 })
      yield* closed
      const settlements = yield* Settlements
      const asking = { holder: "firsttab1", agreed: [] }
      yield* Effect.flip(settlements.prepare(hereOf(community), SERIES, "buy", asking))
      const { leases } = yield* PreparedTransactions
      assert.isNull(yield* leases.current(settlementKey(SERIES, "buy")))
    }).pipe(Effect.provide(Live))
  )
})
