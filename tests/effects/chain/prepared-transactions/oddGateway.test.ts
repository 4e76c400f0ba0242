/**
 * A payout while the gateway misbehaves: nothing counts as committed before the ledger reports it in a known form, and
 * nobody is paid twice.
 */
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { type Between, clientBehind } from "../../local/world"
import { garden, sign } from "../../treasury/payouts/world"
import { kinds, world } from "./kinds"

const isWell: Between = (response) => response
const instead =
  (status: number, text: string): Between =>
  () =>
    Effect.succeed({ status, text })
/** Changes what the gateway reports about transactions. */
const said =
  (change: (reply: Record<string, unknown>) => object): Between =>
  (response, path) =>
    Effect.map(response, ({ status, text }) => ({
      status,
      text: path.startsWith("/transaction/") ? JSON.stringify(change(JSON.parse(text))) : text
    }))
const missing = JSON.stringify({ message: "no", details: { type: "TransactionNotFoundError" } })

const oddities: Readonly<Record<string, Between>> = {
  "asks for patience": instead(429, "Too Many Requests"),
  "never answers": () => Effect.never,
  "sends a page of a proxy": instead(200, "<html>Welcome</html>"),
  "calls the transaction's state by a new word": said((reply) =>
    "intent_status" in reply ? { ...reply, intent_status: "CommittedProbably" } : reply
  ),
  "knows the end and not yet what it did": (response, path) =>
    path === "/transaction/committed-details" ? Effect.succeed({ status: 404, text: missing }) : response,
  "has not counted what changed": said((reply) =>
    typeof reply.transaction === "object"
      ? { ...reply, transaction: { ...reply.transaction, balance_changes: null } }
      : reply
  ),
  "has forgotten the transaction": (response, path) =>
    path === "/transaction/status" ? Effect.succeed({ status: 404, text: missing }) : response
}

const paid = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return {
    rows: yield* sql`SELECT id, state FROM distribution_rows ORDER BY id`,
    proofs: yield* sql`SELECT tx_id FROM ledger_records WHERE kind <> 'seen' ORDER BY tx_id`,
    events: yield* sql`SELECT type FROM activity_events ORDER BY community_id, seq`
  }
})

describe("a payout whose gateway", () => {
  const database = MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")), Layer.orDie)
  const behind = { between: isWell }
  const client = clientBehind((response, path) => Effect.suspend(() => behind.between(response, path)))
  const Live = world(database, Ledger.Default.pipe(Layer.provideMerge(client)))

  const kind = kinds.drop ?? (() => Effect.dieMessage("there is no such kind"))
  it.effect.each(
    Object.entries({ ...oddities, "knows fields that we do not": said((reply) => ({ ...reply, new: {} })) })
  )("%s is paid once, when the ledger reports it", ([name, between]) =>
    Effect.gen(function* () {
      behind.between = isWell
      const place = yield* garden
      const steps = yield* PreparedTransactions
      const checks = yield* TransactionChecks
      const { prepare, signers } = yield* kind(place)
      const before = yield* paid
      const step = yield* prepare
      const txId = yield* sign(step.manifest, ...signers)
      behind.between = between
      const reported = yield* Effect.fork(Effect.either(checks.report(step, txId)))
      yield* TestClock.adjust("1 minute")
      yield* reported
      const isUnderstood = name === "knows fields that we do not"
      const now = yield* steps.findOrFail(step.id)
      if (isUnderstood) assert.strictEqual(now.state, "verified")
      else {
        assert.notInclude(["verified", "failed", "rejected", "mismatch"], now.state)
        assert.deepStrictEqual(yield* paid, before)
        // A request for the next transaction meanwhile gets none that pays the same again.
        const again = yield* Effect.either(prepare)
        if (again._tag === "Right") assert.strictEqual(again.right.id, step.id)
      }
      behind.between = isWell
      yield* TestClock.adjust("1 minute")
      yield* checks.check(yield* steps.findOrFail(step.id))
      assert.strictEqual((yield* steps.findOrFail(step.id)).state, "verified")
      const after = yield* paid
      assert.lengthOf(after.proofs, before.proofs.length + 1)
      yield* Effect.all([checks.check(step), checks.report(step, txId)], { concurrency: "unbounded" }).pipe(
        Effect.either
      )
      assert.deepStrictEqual(yield* paid, after)
    }).pipe(Effect.provide(Live))
  )
})
