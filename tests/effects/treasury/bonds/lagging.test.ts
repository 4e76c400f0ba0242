/** A submitted settlement is not given up because the gateway lags behind the ledger. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { UnknownOnLedger } from "~/effects/chain/ledger/asking.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { BatchesRepo } from "~/effects/treasury/bonds/BatchesRepo.server"
import { BatchOutcomes } from "~/effects/treasury/bonds/BatchOutcomes.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { buyer, closed, fund, opened, order, settleNext, world } from "./world"

describeOnBothDatabases("a submitted settlement", (database) => {
  it.effect("is not given up before the ledger's own clock is past its end", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      const bea = buyer(1)
      yield* fund(accountOf(bea))
      yield* order(community, bea, 40)
      yield* closed
      const { batchId } = yield* settleNext(community)
      const [batches, ledger, sql] = [yield* BatchesRepo, yield* Ledger, yield* SqlClient.SqlClient]
      // As left by a server that crashes after submitting it and before recording the result.
      yield* sql`UPDATE bond_batches SET state = 'sent' WHERE id = ${batchId}`
      const state = yield* ledger.currentState()
      const read = (now: typeof state) => {
        const behind = new Ledger({
          ...ledger,
          status: (what) => new UnknownOnLedger({ what }),
          currentState: () => Effect.succeed(now)
        })
        const asked = BatchOutcomes.Default.pipe(Layer.fresh, Layer.provide(Layer.succeed(Ledger, behind)))
        return Effect.gen(function* () {
          const { check } = yield* BatchOutcomes
          yield* check(yield* batches.findOrFail(community.id, batchId), community.treasuryAccount ?? "")
          return (yield* batches.findOrFail(community.id, batchId)).state
        }).pipe(Effect.provide(asked))
      }
      yield* TestClock.adjust("25 minutes")
      assert.strictEqual(yield* read(state), "sent")
      assert.strictEqual(yield* read(yield* ledger.currentState()), "failed")
    }).pipe(Effect.provide(Layer.merge(BatchesRepo.Default, BatchOutcomes.Default)), Effect.provide(world(database)))
  )
})
