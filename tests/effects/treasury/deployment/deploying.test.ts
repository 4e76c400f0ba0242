import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Option, TestClock } from "effect"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textIn } from "~/effects/chain/ledger/metadata"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { Faults } from "~/effects/local/Faults.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { writeHash } from "~/ledger/index"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { ADA, garden, prepared, sign, somethingElse, stateOf, world } from "./world"

const report = (step: Effect.Effect.Success<ReturnType<typeof prepared>>, txId: string) =>
  Effect.flatMap(TransactionChecks, (checks) => checks.report(step, txId))

const countOf = (table: "ledger_records" | "treasury_movements" | "activity_events") =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql.unsafe<{ readonly n: number }>(`SELECT COUNT(*) AS n FROM ${table}`), ([row]) => Number(row?.n))
  )

describeOnBothDatabases("deploying a community", (database) => {
  it.effect("goes from live to deploying to deployed, with all entities on the ledger and the verified mark", () =>
    Effect.gen(function* () {
      const { id } = yield* garden
      const step = yield* prepared({ id })
      assert.strictEqual((yield* stateOf(id)).stage, "live")
      const after = yield* report(step, yield* sign(step.manifest))
      assert.deepStrictEqual([after.state, after.problem], ["verified", null])
      const community = yield* stateOf(id)
      assert.deepInclude(community, { stage: "deployed", adminAccount: ADA, tokenSymbol: "GRD" })
      assert.match(community.treasuryAccount ?? asAccount(""), /^account_tdx_2_/)
      assert.match(community.lockerAddress ?? "", /^locker_tdx_2_/)
      assert.isNotNull(community.tokenResource)
      assert.isNotNull(community.verifiedAt)
      const holder = yield* TreasuryHolders.holder(community, ADA)
      assert.deepStrictEqual(Option.getOrNull(holder), { account: ADA, badge: community.ownerBadge ?? "", id: "#1#" })
      assert.isTrue(Option.isNone(yield* TreasuryHolders.holder(community, community.treasuryAccount ?? asAccount(""))))
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("works without a token, and with claims that never expire", () =>
    Effect.gen(function* () {
      const { id } = yield* garden
      const step = yield* prepared({ id }, { token: "none", recoverable: "no" })
      assert.strictEqual((yield* report(step, yield* sign(step.manifest))).state, "verified")
      assert.deepInclude(yield* stateOf(id), { stage: "deployed", tokenResource: null, tokenSymbol: null })
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("happens once: afterwards nothing can be prepared, and reporting again changes nothing", () =>
    Effect.gen(function* () {
      const { id } = yield* garden
      const step = yield* prepared({ id })
      const txId = yield* sign(step.manifest)
      yield* Effect.all([report(step, txId), report(step, txId), report(step, txId)], { concurrency: "unbounded" })
      const before = yield* stateOf(id)
      const events = yield* countOf("activity_events")
      assert.strictEqual((yield* Effect.flip(prepared({ id })))._tag, "StepDone")
      const second = yield* sign(step.manifest)
      assert.strictEqual((yield* report(step, second)).txId, txId)
      assert.deepStrictEqual(yield* stateOf(id), before)
      assert.strictEqual(yield* countOf("activity_events"), events)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("changes nothing for a misreported transaction, which is a mismatch", () =>
    Effect.gen(function* () {
      const { id } = yield* garden
      const step = yield* prepared({ id })
      const lied = yield* report(step, yield* somethingElse)
      assert.deepStrictEqual(
        [lied.state, lied.problem],
        ["mismatch", "this transaction is not the one that was prepared."]
      )
      assert.deepInclude(yield* stateOf(id), { stage: "live", treasuryAccount: null, verifiedAt: null })
      // Another community's transaction is a mismatch, too.
      const other = yield* prepared({ id }, { recoverable: "no" })
      const first = yield* sign(step.manifest)
      const again = yield* report(other, first)
      assert.strictEqual(again.state, "mismatch")
      assert.strictEqual((yield* stateOf(id)).stage, "live")
      // It was executed all the same: anything else that is signed fails on its lock, and the executed one is found.
      const third = yield* prepared({ id }, { recoverable: "no" })
      const twice = yield* report(third, yield* sign(third.manifest))
      assert.strictEqual(twice.state, "failed")
      assert.match(twice.problem ?? "", new RegExp(`the metadata key deploy:${id} of ${ADA} is locked`))
      const ledger = yield* Ledger
      yield* (yield* TransactionChecks).adopt((yield* ledger.committedDetails(first)).transaction)
      assert.deepInclude(yield* stateOf(id), { stage: "deployed", adminAccount: ADA })
      const { byAddress } = yield* ledger.entityDetails([ADA], { metadata: [`deploy:${id}`] })
      const marked = textIn(byAddress.get(ADA)?.metadata ?? new Map(), `deploy:${id}`)
      assert.strictEqual(marked, (yield* stateOf(id)).treasuryAccount)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("stays live after a failed or rejected transaction, and can be tried again", () =>
    Effect.gen(function* () {
      const { id } = yield* garden
      const faults = yield* Faults
      for (const [nextTransaction, state] of [
        ["CommittedFailure", "failed"],
        ["Rejected", "rejected"]
      ] as const) {
        yield* faults.change({ nextTransaction })
        const step = yield* prepared({ id })
        const ended = yield* report(step, yield* sign(step.manifest))
        assert.strictEqual(ended.state, state, ended.problem ?? "")
        assert.match(ended.problem ?? "", /^(CommittedFailure|Rejected): ./)
        assert.strictEqual((yield* stateOf(id)).stage, "live")
      }
      const step = yield* prepared({ id })
      assert.strictEqual((yield* report(step, yield* sign(step.manifest))).state, "verified")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("decides nothing while the gateway is down, and continues afterwards", () =>
    Effect.gen(function* () {
      const { id } = yield* garden
      const faults = yield* Faults
      const steps = yield* PreparedTransactions
      const checks = yield* TransactionChecks
      const step = yield* prepared({ id })
      const txId = yield* sign(step.manifest)
      yield* faults.change({ gateway: "down" })
      assert.strictEqual((yield* inTime(Effect.flip(checks.report(step, txId))))._tag, "GatewayDown")
      assert.strictEqual((yield* stateOf(id)).stage, "deploying")
      assert.strictEqual((yield* Effect.flip(prepared({ id })))._tag, "TransactionUnderWay")
      yield* faults.change({ gateway: "up" })
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual((yield* checks.check(yield* steps.findOrFail(step.id))).state, "verified")
      assert.strictEqual((yield* stateOf(id)).stage, "deployed")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("gives up a transaction that the ledger never saw after an hour, and not before", () =>
    Effect.gen(function* () {
      const { id } = yield* garden
      const checks = yield* TransactionChecks
      const steps = yield* PreparedTransactions
      const step = yield* prepared({ id })
      yield* somethingElse
      const nobody = writeHash("txid", new Uint8Array(32).fill(7), 2)
      assert.strictEqual((yield* report(step, nobody)).state, "sent")
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual((yield* checks.check(yield* steps.findOrFail(step.id))).state, "sent")
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual((yield* checks.check(yield* steps.findOrFail(step.id))).state, "expired")
      assert.strictEqual((yield* stateOf(id)).stage, "live")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect(
    "finds an unreported transaction on the ledger, and records it once in concurrent and repeated rounds",
    () =>
      Effect.gen(function* () {
        const { id } = yield* garden
        const sql = yield* SqlClient.SqlClient
        const indexer = yield* Indexer
        yield* somethingElse
        const step = yield* prepared({ id })
        yield* (yield* FollowedAddresses).follow(id, [ADA], 1)
        yield* sign(step.manifest)
        yield* Effect.all([indexer.round, indexer.round], { concurrency: "unbounded" })
        const community = yield* stateOf(id)
        assert.strictEqual(community.stage, "deployed")
        yield* indexer.round
        yield* indexer.round
        assert.strictEqual(yield* countOf("activity_events"), 1)
        const moved = yield* sql<{ readonly change: string }>`SELECT change FROM treasury_movements`
        assert.deepStrictEqual(moved, [{ change: "1000.5" }])
        const [record] = yield* sql`SELECT kind, related, status FROM ledger_records WHERE kind = 'deploy'`
        assert.deepStrictEqual(record, { kind: "deploy", related: id, status: "CommittedSuccess" })
      }).pipe(Effect.provide(world(database)))
  )

  it.effect("records the executed transaction when another one was prepared and misreported", () =>
    Effect.gen(function* () {
      const { id } = yield* garden
      const indexer = yield* Indexer
      const first = yield* prepared({ id })
      yield* (yield* FollowedAddresses).follow(id, [ADA], 1)
      yield* sign(first.manifest)
      const second = yield* prepared({ id }, { symbol: "NEW" })
      yield* report(second, yield* somethingElse)
      yield* indexer.round
      assert.deepInclude(yield* stateOf(id), { stage: "deployed", tokenSymbol: "GRD" })
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("keeps the form's draft until it is complete", () =>
    Effect.gen(function* () {
      const { id } = yield* garden
      const drafts = yield* Drafts
      const place = `deploy/${id}`
      yield* drafts.change(ADA, place, () => ({ symbol: "GRD" }))
      const step = yield* prepared({ id })
      yield* report(step, yield* somethingElse)
      assert.isTrue(Option.isSome(yield* drafts.get(ADA, place)))
      const again = yield* prepared({ id })
      yield* report(again, yield* sign(again.manifest))
      assert.isTrue(Option.isNone(yield* drafts.get(ADA, place)))
    }).pipe(Effect.provide(world(database)))
  )
})
