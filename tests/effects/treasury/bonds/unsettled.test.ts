/** Unsettled orders of a series, and its figures about redemptions, compared with plain lists. */

import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, FastCheck, Layer } from "effect"
import { OrdersRepo } from "~/effects/treasury/bonds/OrdersRepo.server"
import { SeriesRepo } from "~/effects/treasury/bonds/SeriesRepo.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { issued, SERIES, seriesNow, world } from "./world"

const states = ["prepared", "signed", "settling", "settled", "failed", "withdrawn", "lapsed"] as const
interface Drawn {
  readonly state: (typeof states)[number]
  readonly direction: "buy" | "redeem"
  readonly units: number
  readonly place: number
}
const someOrders: FastCheck.Arbitrary<ReadonlyArray<Drawn>> = FastCheck.array(
  FastCheck.record({
    state: FastCheck.constantFrom(...states),
    direction: FastCheck.constantFrom("buy" as const, "redeem" as const),
    units: FastCheck.integer({ min: 1, max: 1_000 }),
    place: FastCheck.nat()
  }),
  { maxLength: 24 }
)

describeOnBothDatabases("the orders and counters of a series", (database) => {
  const Live = Layer.mergeAll(OrdersRepo.Default, SeriesRepo.Default).pipe(Layer.provideMerge(world(database)))

  it.effect("are listed in the order of signing up to a limit, with the sums of all", () =>
    Effect.gen(function* () {
      const { community } = yield* issued()
      const sql = yield* SqlClient.SqlClient
      const { ofHolder, unsettled } = yield* OrdersRepo
      const check = (drawn: ReadonlyArray<Drawn>, limit: number) =>
        Effect.gen(function* () {
          yield* sql`DELETE FROM bond_orders`
          const rows = drawn
            .toSorted((one, other) => one.place - other.place)
            .map(({ direction, state, units }, n) => ({
              id: `order${String.fromCharCode(97 + n)}aaaaaa`,
              seriesId: SERIES,
              communityId: community.id,
              direction,
              account: `account_tdx_2_${n}`,
              units,
              total: "1",
              state,
              seq: n + 1,
              signedAt: 1,
              expiresAt: 1,
              createdAt: 1,
              updatedAt: 1
            }))
          // Inserted in another order than that of signing.
          if (rows.length > 0) yield* sql`INSERT INTO bond_orders ${sql.insert(rows.toReversed())}`
          for (const direction of ["buy", "redeem"] as const) {
            const here = rows.filter((row) => row.direction === direction)
            const inState = (state: string) => here.filter((row) => row.state === state)
            const wanted = here
              .filter(({ state }) => ["signed", "settling", "failed"].includes(state))
              .slice(0, limit)
              .map(({ id }) => [
                id,
                inState("signed").length,
                inState("signed").reduce((sum, { units }) => sum + units, 0),
                inState("settling").length
              ])
            const reported = (found: Effect.Effect.Success<ReturnType<typeof unsettled>>) =>
              found.map((row) => [row.id, row.waitingOrders, row.waitingUnits, row.settlingOrders])
            assert.deepEqual(reported(yield* unsettled(SERIES, direction, limit)), wanted)
            const asked = {
              account: asAccount("account_tdx_2_0"),
              communityId: community.id,
              seriesId: SERIES,
              direction,
              limit
            }
            const both = yield* ofHolder(asked)
            assert.deepEqual(reported(both.unsettled), wanted)
          }
        })
      const samples = FastCheck.sample(FastCheck.tuple(someOrders, FastCheck.integer({ min: 1, max: 8 })), 40)
      for (const [drawn, limit] of samples) yield* check(drawn, limit)
    }).pipe(Effect.provide(Live))
  )

  it.effect("record the last redemption and the longest wait, in whatever order batches are read", () =>
    Effect.gen(function* () {
      yield* issued()
      const { countRedeemed } = yield* SeriesRepo
      const sql = yield* SqlClient.SqlClient
      const batch = FastCheck.record({
        at: FastCheck.integer({ min: 1, max: 1_900_000_000_000 }),
        waitedMs: FastCheck.nat({ max: 10_000_000_000 })
      })
      for (const batches of FastCheck.sample(FastCheck.array(batch, { minLength: 1, maxLength: 5 }), 20)) {
        yield* sql`UPDATE bond_series SET last_redeemed_at = NULL, longest_wait_ms = NULL`
        const before = yield* seriesNow()
        for (const one of batches) yield* countRedeemed(SERIES, 2, 3, one)
        const after = yield* seriesNow()
        assert.strictEqual(after.redeemedUnits, before.redeemedUnits + 3 * batches.length)
        assert.strictEqual(after.lastRedeemedAt, Math.max(...batches.map(({ at }) => at)))
        assert.strictEqual(after.longestWaitMs, Math.max(...batches.map(({ waitedMs }) => waitedMs)))
      }
    }).pipe(Effect.provide(Live))
  )
})
