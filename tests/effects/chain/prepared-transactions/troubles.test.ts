/**
 * Every transaction that a wallet is asked for, and everything that can go wrong with it: nothing changes until the
 * ledger reports it, and then it changes once. One row for each transaction, one column for each problem.
 */
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { Faults } from "~/effects/local/Faults.server"
import { clientWithOutage } from "../../local/world"
import { ADA, garden, person, refuseDeposits, report, sign } from "../../treasury/payouts/world"
import { BEN, kinds, world } from "./kinds"

/** Everything that a transaction may change, except the transaction itself and the batch that waits for it. */
const records = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return {
    communities: yield* sql`SELECT id, stage, admin_account, treasury_account FROM communities ORDER BY id`,
    rows: yield* sql`SELECT id, state FROM distribution_rows ORDER BY id`,
    series: yield* sql`SELECT id, state, bond_resource, issue_tx_id FROM bond_series ORDER BY id`,
    receipts: yield* sql`SELECT number, tx_id, amount FROM bond_receipts ORDER BY number`,
    claims: yield* sql`SELECT id, state FROM claims ORDER BY id`,
    movements: yield* sql`SELECT tx_id FROM treasury_movements ORDER BY tx_id`,
    proofs: yield* sql`SELECT tx_id, kind FROM ledger_records WHERE kind <> 'seen' ORDER BY tx_id`,
    events: yield* sql`SELECT type FROM activity_events ORDER BY community_id, seq`
  }
})

const { client: behindProxy, proxy } = clientWithOutage()

describe("a transaction that a wallet is asked for", () => {
  // How a transaction changes state needs nothing special of the database; the other tests of this folder run on both.
  const database = MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")), Layer.orDie)
  const Live = world(database, Ledger.Default.pipe(Layer.provideMerge(behindProxy)))

  it.effect.each(Object.entries(kinds))(
    "takes effect once, when the ledger reports it, whatever goes wrong: %s",
    ([, kind]) =>
      Effect.gen(function* () {
        const place = yield* garden
        const faults = yield* Faults
        const steps = yield* PreparedTransactions
        const checks = yield* TransactionChecks
        const indexer = yield* Indexer
        const { prepare, signers } = yield* kind(place)
        const before = yield* records
        const step = yield* prepare
        // The wallet refuses: no transaction is reported, and the same one is asked for again.
        assert.strictEqual((yield* prepare).id, step.id)
        assert.strictEqual(step.state, "waiting")
        // Somebody else's transaction is named; then one that fails, and one that is rejected.
        const lied = yield* report(step.id, yield* refuseDeposits(person(50)))
        assert.strictEqual(lied.problem, "this transaction is not the one that was prepared.")
        assert.strictEqual(lied.state, "mismatch")
        assert.deepStrictEqual(yield* records, before)
        for (const [nextTransaction, state] of [
          ["CommittedFailure", "failed"],
          ["Rejected", "rejected"]
        ] as const) {
          yield* TestClock.adjust("1 second")
          yield* faults.change({ nextTransaction })
          const again = yield* prepare
          assert.notStrictEqual(again.id, step.id)
          const ended = yield* report(again.id, yield* sign(again.manifest, ...signers))
          assert.strictEqual(ended.state, state)
          assert.match(ended.problem ?? "", new RegExp(`^${nextTransaction}: .`))
          assert.deepStrictEqual(yield* records, before)
        }
        // It is committed, and the gateway returns 502 forty times: nothing is decided until it responds.
        yield* TestClock.adjust("1 second")
        const real = yield* prepare
        const txId = yield* sign(real.manifest, ...signers)
        proxy.left = 40
        proxy.answered = 0
        const first = yield* Effect.fork(Effect.either(checks.report(real, txId)))
        yield* TestClock.adjust("30 seconds")
        yield* first
        while (proxy.left > 0) {
          const asked = yield* Effect.fork(Effect.flip(checks.check(yield* steps.findOrFail(real.id))))
          yield* TestClock.adjust("30 seconds")
          assert.strictEqual((yield* asked)._tag, "GatewayDown")
          assert.strictEqual((yield* steps.findOrFail(real.id)).state, "sent")
        }
        assert.strictEqual(proxy.answered, 40)
        assert.deepStrictEqual((yield* records).events, before.events)
        yield* TestClock.adjust("30 seconds")
        assert.strictEqual((yield* checks.check(yield* steps.findOrFail(real.id))).state, "verified")
        const after = yield* records
        assert.notDeepEqual(after, before)
        assert.lengthOf(after.proofs, before.proofs.length + 1)
        // Reported again, found by the indexer, polled by two together: it happened once.
        yield* (yield* FollowedAddresses).follow(real.communityId, [ADA, BEN.account], 1)
        yield* report(real.id, txId)
        yield* Effect.all([indexer.round, indexer.round], { concurrency: "unbounded" })
        assert.deepStrictEqual({ ...(yield* records), movements: [] }, { ...after, movements: [] })
      }).pipe(Effect.provide(Live))
  )

  it.effect.each(Object.entries(kinds))(
    "is found once by two servers when the tab is closed after the wallet has signed: %s",
    ([, kind]) =>
      Effect.gen(function* () {
        const place = yield* garden
        const steps = yield* PreparedTransactions
        const { prepare, signers } = yield* kind(place)
        const before = yield* records
        const step = yield* prepare
        yield* sign(step.manifest, ...signers)
        assert.strictEqual((yield* steps.findOrFail(step.id)).state, "waiting")
        assert.deepStrictEqual(yield* records, before)
        const servers = [1, 2].map(() => Indexer.pipe(Effect.provide(Layer.fresh(Indexer.Default))))
        const [one, other] = yield* Effect.all(servers)
        yield* Effect.all(
          [one, other].map((server) => server?.round ?? Effect.void),
          { concurrency: "unbounded" }
        )
        assert.strictEqual((yield* steps.findOrFail(step.id)).state, "verified")
        const after = yield* records
        assert.lengthOf(after.proofs, before.proofs.length + 1)
        yield* one?.round ?? Effect.void
        assert.deepStrictEqual(yield* records, after)
      }).pipe(Effect.provide(Live))
  )
})
