/** Refunds to the treasury whose dry run fails: only an amount that cannot pay its own fee is left. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, TestClock } from "effect"
import { GatewayDown } from "~/effects/base/failures/failures"
import type { Preview } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Budgets } from "~/effects/treasury/budgets/Budgets.server"
import { BudgetEscrowWorker } from "~/effects/treasury/budgets/escrowPurpose.server"
import { ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { books, budgetOf, funded, order, place, settled, world } from "./world"

/** One poll, in which the dry run returns this. */
const check = (id: string, response: Effect.Effect<Preview, GatewayDown>) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const trying = Layer.succeed(Ledger, new Ledger({ ...ledger, previewManifest: () => response }))
    return yield* Effect.flatMap(BudgetEscrowWorker, (runs) => runs.poll(id)).pipe(
      Effect.provide(Layer.fresh(BudgetEscrowWorker.Default).pipe(Layer.provide(trying)))
    )
  })

const failed = (words: string) =>
  Effect.succeed<Preview>({ status: "Failed", changes: null, error: Option.some(words), fee: "0" as Preview["fee"] })

/** All of its token is paid, so that only XRD is left. */
const spent = Effect.gen(function* () {
  const where = yield* place
  const { id } = yield* funded(where, { most: null })
  yield* order(id, "100", 1)
  yield* settled(id)
  yield* Effect.flatMap(Budgets, (budgets) => Effect.flatMap(budgetOf(id), budgets.finish))
  return { where, id }
})

describeOnBothDatabases("the rest of a budget", (database) => {
  it.effect("is refunded later if the ledger refuses the refund or does not respond", () =>
    Effect.gen(function* () {
      const { id, where } = yield* spent
      const before = yield* books(where, id)
      assert.deepStrictEqual([before.token, before.xrd > ONE], [0n, true])
      assert.strictEqual((yield* Effect.flip(check(id, new GatewayDown({ cause: "away" }))))._tag, "GatewayDown")
      assert.strictEqual((yield* budgetOf(id)).state, "refunding")
      assert.strictEqual(yield* check(id, failed("ApplicationError(DepositIsDisallowed)")), "rest")
      const held = yield* budgetOf(id)
      assert.strictEqual(held.state, "refunding")
      assert.match(held.problem ?? "", /^The ledger refuses to return what is left: ApplicationError\(Deposit/)
      yield* TestClock.adjust("11 minutes")
      yield* settled(id)
      const after = yield* books(where, id)
      assert.deepInclude({ ...after.budget } as Record<string, unknown>, { state: "ended", problem: null })
      assert.isTrue(after.treasuryXrd > before.treasuryXrd && after.xrd < ONE)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("stays if the ledger reports that it cannot pay its own fee", () =>
    Effect.gen(function* () {
      const { id } = yield* spent
      assert.strictEqual(
        yield* check(id, failed("SystemModuleError(CostingError(FeeReserveError(InsufficientBalance)))")),
        "rest"
      )
      assert.strictEqual((yield* budgetOf(id)).state, "ended")
    }).pipe(Effect.provide(world(database)))
  )
})
