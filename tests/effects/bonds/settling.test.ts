/** What a batch may take in, and what it does when an order leaves it in the last moment. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { OrdersRepo } from "~/effects/bonds/OrdersRepo.server"
import { Sales } from "~/effects/bonds/Sales.server"
import { SeriesRepo } from "~/effects/bonds/SeriesRepo.server"
import { Settlements } from "~/effects/bonds/Settlements.server"
import { Settler } from "~/effects/bonds/Settler.server"
import { type Database, describeOnBothDatabases } from "../../databases"
import { accountOf } from "../../ledger/signing"
import { ada, balance, buyer, fund, hereOf, opened, order, orderNow, SERIES, signPart, world, XRD } from "./world"

const [bea, cas] = [buyer(1), buyer(2)]

/** Settlements whose root transaction takes a moment to complete, in which something else happens. */
const interrupted = (database: Database, meanwhile: () => Effect.Effect<unknown>) => {
  const slow = Layer.effect(
    Settler,
    Effect.map(Settler, (real) =>
      Settler.make({ ...real, complete: (root) => Effect.zipLeft(real.complete(root), Effect.suspend(meanwhile)) })
    )
  ).pipe(Layer.provide(Settler.Default))
  return Layer.fresh(Settlements.DefaultWithoutDependencies).pipe(
    Layer.provide(Layer.mergeAll(slow, SeriesRepo.Default, OrdersRepo.Default)),
    Layer.provideMerge(world(database))
  )
}

describeOnBothDatabases("a batch of orders", (database) => {
  let meanwhile: Effect.Effect<unknown> = Effect.void
  it.effect("is not sent when an order leaves it while it is signed", () =>
    Effect.gen(function* () {
      const { community } = yield* opened({ minRaiseUnits: 0, settleMode: "rolling" })
      yield* Effect.forEach([bea, cas], (by) => fund(accountOf(by)))
      const left = yield* order(community, bea, 10)
      const stays = yield* order(community, cas, 5)
      const [sales, settlements, orders] = [yield* Sales, yield* Settlements, yield* OrdersRepo]
      const batch = yield* settlements.prepare(hereOf(community), SERIES, "buy")
      const signed = yield* signPart(batch.manifest, batch.expiration, ada)
      meanwhile = Effect.orDie(sales.withdraw(community.id, accountOf(bea), left))
      const refused = yield* Effect.flip(settlements.sign(hereOf(community), batch.batchId, signed))
      assert.deepInclude(refused, { _tag: "BatchRefused" })
      assert.strictEqual((yield* orderNow(community, left)).state, "withdrawn")
      assert.deepInclude(yield* orderNow(community, stays), { state: "signed", batchId: null })
      assert.deepInclude(yield* orders.batch(community.id, batch.batchId), { state: "prepared", txId: null })
      assert.strictEqual(yield* balance(accountOf(bea), XRD), 10_000)
      assert.strictEqual(yield* balance(accountOf(cas), XRD), 10_000)
    }).pipe(Effect.provide(interrupted(database, () => meanwhile)))
  )
})
