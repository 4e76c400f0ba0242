/**
 * A transaction handed to a wallet: no other wallet is asked until it refused, its lease expired, or the ledger has it.
 */
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Layer, Option, TestClock } from "effect"
import { LiveEvents } from "~/effects/activity/live/LiveEvents.server"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { readFirst } from "~/effects/chain/indexer/readFirst.server"
import { LEASE_MS } from "~/effects/chain/prepared-transactions/lease"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { viewOf } from "~/effects/chain/prepared-transactions/stepView.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { describeOnBothDatabases } from "../../../databases"
import { ADA, garden, report, sign } from "../../treasury/payouts/world"
import { BEN, kinds, world } from "./kinds"

const batch = kinds.drop ?? (() => Effect.dieMessage("no kind of step pays a batch"))
const [TAB, OTHER] = ["firsttab1", "othertab2"]

describe("every kind of prepared transaction", () => {
  const database = MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")), Layer.orDie)
  it.effect.each(Object.entries(kinds))("%s is leased by one page at a time, and committed once", ([, kind]) =>
    Effect.gen(function* () {
      const place = yield* garden
      const steps = yield* PreparedTransactions
      const { prepare, signers } = yield* kind(place)
      const step = yield* prepare
      // Two tabs together: one gets the lease.
      const asked = yield* Effect.all(
        [TAB, OTHER].map((tab) => Effect.either(steps.handOver(step.id, tab, false))),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(asked.filter(Either.isRight), 1)
      const { lease } = yield* viewOf(step)
      const [mine, other] = lease?.holder === TAB ? [TAB, OTHER] : [OTHER, TAB]
      // The same page continues after a reload; preparing again returns the same transaction.
      yield* steps.handOver(step.id, mine, false)
      assert.strictEqual((yield* prepare).id, step.id)
      // Nobody discards it or takes it over while the wallet may respond.
      assert.strictEqual((yield* Effect.flip(steps.drop(step)))._tag, "TransactionLeased")
      assert.strictEqual((yield* Effect.flip(steps.handOver(step.id, other, true)))._tag, "TransactionLeased")
      yield* TestClock.adjust(LEASE_MS)
      // The lease has expired: taking over needs an explicit request.
      assert.strictEqual((yield* Effect.flip(steps.handOver(step.id, other, false)))._tag, "TransactionLeased")
      yield* steps.handOver(step.id, other, true)
      assert.strictEqual((yield* viewOf(step)).lease?.holder, other)
      // The wallet refuses: the next page that requests the lease gets it.
      yield* steps.leases.release(step.idempotencyKey, other)
      assert.isNull((yield* viewOf(step)).lease)
      yield* steps.handOver(step.id, mine, false)
      // Signed by a page that is gone: the ledger is read, and no wallet is asked again.
      const txId = yield* sign(step.manifest, ...signers)
      yield* TestClock.adjust(LEASE_MS)
      yield* readFirst(step.communityId)
      const done = yield* steps.handOver(step.id, other, true)
      assert.deepInclude(done, { state: "verified", txId })
      assert.isNull((yield* viewOf(done)).lease)
    }).pipe(Effect.provide(world(database)))
  )
})

describeOnBothDatabases("leases", (database) => {
  it.effect("make another preparation wait for the wallet that has the one before it", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const steps = yield* PreparedTransactions
      const { prepare } = yield* batch(place)
      const step = yield* prepare
      yield* steps.handOver(step.id, TAB, false)
      const { id: _, ...again } = { ...step, account: BEN.account, manifest: { instructions: [] } }
      const refused = yield* Effect.flip(steps.open(again))
      assert.deepInclude(refused, {
        _tag: "TransactionLeased",
        account: ADA,
        isSame: false,
        code: "E-LEASED",
        status: 409
      })
      assert.match(refused.message, /^The wallet of account_…\w{8} was asked to sign this at 1 Jan 1970, 00:00 UTC and/)
      assert.match(refused.message, /take it over from 1 Jan 1970, 00:05 UTC on\.$/)
      yield* TestClock.adjust(LEASE_MS)
      const next = yield* steps.open(again)
      assert.strictEqual((yield* steps.findOrFail(step.id)).state, "replaced")
      // The key is free again, for any page with the new transaction.
      assert.isNull((yield* viewOf(next)).lease)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("accept a transaction that was signed after it was replaced, once", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const steps = yield* PreparedTransactions
      const checks = yield* TransactionChecks
      const { prepare } = yield* batch(place)
      const step = yield* prepare
      yield* steps.handOver(step.id, TAB, false)
      const txId = yield* sign(step.manifest)
      yield* TestClock.adjust(LEASE_MS)
      yield* readFirst(step.communityId)
      assert.strictEqual((yield* steps.findOrFail(step.id)).txId, txId)
      // The other page's wallet signs the same batch again: the ledger refuses it.
      const twice = yield* sign(step.manifest)
      assert.strictEqual((yield* report(step.id, twice)).txId, txId)
      assert.strictEqual((yield* checks.check(yield* steps.findOrFail(step.id))).state, "verified")
    }).pipe(Effect.provide(world(database)))
  )

  it.scoped("notify followers of the community of each change, without naming the holder", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const steps = yield* PreparedTransactions
      const liveEvents = yield* LiveEvents
      const { prepare } = yield* batch(place)
      const step = yield* prepare
      const far = Effect.map(liveEvents.far(step.communityId), (all) =>
        Object.entries(all).filter(([name]) => name.startsWith("step "))
      )
      assert.isEmpty(yield* far)
      yield* steps.handOver(step.id, TAB, false)
      const { topic } = yield* viewOf(step)
      assert.deepStrictEqual(yield* far, [[`step ${topic}`, "1"]])
      yield* steps.leases.release(step.idempotencyKey, TAB)
      yield* report(step.id, yield* sign(step.manifest))
      const [after] = yield* far
      assert.isAbove(Number(after?.[1]), 2)
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ readonly holder: string }>`SELECT holder FROM transaction_leases`
      assert.strictEqual(row?.holder, "")
      assert.isTrue(Option.isSome(yield* steps.newest(step.idempotencyKey)))
    }).pipe(Effect.provide(LiveEvents.Default.pipe(Layer.provideMerge(world(database)))))
  )
})
