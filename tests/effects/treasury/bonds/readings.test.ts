import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { stepReading } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { batchReading } from "~/effects/treasury/bonds/BatchesRepo.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { valuesOf } from "../../base/metrics/values"
import { buyer, closed, fund, opened, order, settleNext, world } from "./world"

describeOnBothDatabases("metrics of money", (database) => {
  it.scoped("count batches that were sent and not settled, and transactions that were sent and not confirmed", () =>
    Effect.gen(function* () {
      const batches = Effect.flatMap(batchReading, valuesOf)
      const steps = Effect.flatMap(stepReading, valuesOf)
      const { community } = yield* opened()
      yield* fund(accountOf(buyer(1)))
      yield* order(community, buyer(1), 40)
      yield* closed
      const none = { commonhold_bond_batches_waiting: 0, commonhold_bond_batches_waiting_seconds: 0 }
      assert.deepStrictEqual(yield* batches, none)
      const { batchId } = yield* settleNext(community)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE bond_batches SET state = 'sent' WHERE id = ${batchId}`
      yield* TestClock.adjust("45 seconds")
      assert.deepStrictEqual(yield* batches, {
        commonhold_bond_batches_waiting: 1,
        commonhold_bond_batches_waiting_seconds: 45
      })
      yield* sql`UPDATE bond_batches SET state = 'committed' WHERE id = ${batchId}`
      assert.deepStrictEqual(yield* batches, none)

      assert.deepInclude(yield* steps, { "commonhold_money_steps_waiting sent": 0 })
      yield* sql`UPDATE prepared_transactions SET state = 'sent' WHERE id = (SELECT MAX(id) FROM prepared_transactions)`
      assert.deepInclude(yield* steps, {
        "commonhold_money_steps_waiting sent": 1,
        "commonhold_money_steps_waiting committed": 0
      })
      assert.isAtLeast((yield* steps)["commonhold_money_steps_waiting_seconds sent"] ?? -1, 45)
    }).pipe(Effect.provide(world(database)))
  )
})
