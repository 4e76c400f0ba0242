/** At most one attempt at one thing is pending or done, however many requests are concurrent. */

import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { ONE, Templates } from "~/ledger/index"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { world as communitiesWorld, found } from "../../communities/communities/world"
import { ADA, FAUCET, XRD } from "../ledger/transactions"

const payment = (units: bigint) =>
  Templates.executePayment({
    admin: { account: ADA, badge: XRD, id: "#1#" },
    treasury: asAccount(FAUCET),
    resource: XRD,
    amount: units * ONE,
    payee: ADA,
    proposalId: "p-1",
    proposalHash: "00"
  })

describeOnBothDatabases("PreparedTransactions", (database) => {
  const world = PreparedTransactions.Default.pipe(Layer.provideMerge(communitiesWorld(database)))
  const open = (units: bigint) =>
    Effect.gen(function* () {
      const steps = yield* PreparedTransactions
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ readonly id: string }>`SELECT id FROM communities`
      const community = yield* found({ slug: row === undefined ? "one" : `more-${units}` }).pipe(Effect.orDie)
      return yield* steps.open({
        idempotencyKey: "drop:1",
        kind: "drop",
        communityId: community.id,
        related: "1",
        account: ADA,
        manifest: payment(units)
      })
    })

  it.effect("return one transaction for the same repeated request, and replace an unsent one by another", () =>
    Effect.gen(function* () {
      const steps = yield* PreparedTransactions
      const first = yield* open(1n)
      assert.strictEqual((yield* open(1n)).id, first.id)
      const other = yield* open(2n)
      assert.notStrictEqual(first.id, other.id)
      assert.strictEqual((yield* steps.findOrFail(first.id)).state, "replaced")
      assert.strictEqual(Option.getOrThrow(yield* steps.alive("drop:1")).id, other.id)
    }).pipe(Effect.provide(world))
  )

  it.effect("prepare nothing while one is sent or after it is done", () =>
    Effect.gen(function* () {
      const steps = yield* PreparedTransactions
      const first = yield* open(1n)
      yield* steps.move(first.id, ["waiting"], "sent", { txId: "txid_1" })
      assert.strictEqual((yield* Effect.flip(open(2n)))._tag, "TransactionUnderWay")
      assert.isTrue(Option.isNone(yield* steps.drop(first)))
      yield* steps.move(first.id, ["sent"], "verified")
      assert.strictEqual((yield* Effect.flip(open(3n)))._tag, "StepDone")
      assert.isTrue(Option.isNone(yield* steps.move(first.id, ["waiting", "sent", "committed"], "failed")))
    }).pipe(Effect.provide(world))
  )

  it.effect("are unique per key among live ones in the database itself", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const first = yield* open(1n)
      const second = yield* open(2n)
      const revived = yield* Effect.either(sql`UPDATE prepared_transactions SET state = 'sent' WHERE id = ${first.id}`)
      assert.strictEqual(revived._tag, "Left")
      assert.strictEqual(second.state, "waiting")
    }).pipe(Effect.provide(world))
  )
})
