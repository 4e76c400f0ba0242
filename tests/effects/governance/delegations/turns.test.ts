/** A loan that is taken back at the very moment a vote opens, over two connections where the database has them. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, TestClock } from "effect"
import { Delegations } from "~/effects/governance/delegations/Delegations.server"
import { Openings } from "~/effects/governance/proposals/Openings.server"
import { describeOnBothDatabases } from "../../../databases"
import { club, HOUR, propose, rowOf, TODAY, voter, world } from "../proposals/world"
import { lend } from "./lend"

/** Until the program has ended, or waits for a row that another transaction holds. SQLite lets one writer in anyway. */
const endedOrWaiting = (fiber: Fiber.RuntimeFiber<unknown, unknown>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const waiting = sql.onDialectOrElse({
      pg: () =>
        Effect.map(
          sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          ({ length }) => length > 0
        ),
      orElse: () => Effect.succeed(true)
    })
    yield* Effect.repeat(
      Effect.gen(function* () {
        return (yield* fiber.status)._tag === "Done" || (yield* waiting)
      }),
      { until: (is) => is }
    )
  })

/** The first one holds its transaction until the second one waits for it, or has ended without waiting. */
const overlapping = <A, E, B, F, R, S>(first: Effect.Effect<A, E, R>, second: Effect.Effect<B, F, S>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [done, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const holding = yield* Effect.fork(
      sql.withTransaction(
        Effect.zipLeft(first, Effect.zipRight(Deferred.succeed(done, undefined), Deferred.await(mayEnd)))
      )
    )
    yield* Deferred.await(done)
    const other = yield* Effect.fork(second)
    yield* endedOrWaiting(other)
    yield* Deferred.succeed(mayEnd, undefined)
    return [yield* Fiber.join(holding), yield* Fiber.join(other)] as const
  })

/** Ben lends to Ana, and a vote waits for its opening, whose time has come. */
const before = Effect.gen(function* () {
  const id = yield* club()
  const digest = yield* lend(id, "Ben", "Ana")
  const opensAt = TODAY + 2 * HOUR
  const proposal = yield* propose(id, { opensAt, closesAt: opensAt + 24 * HOUR })
  yield* TestClock.setTime(opensAt)
  const { withdraw } = yield* Delegations
  const { openOrWait } = yield* Openings
  return {
    frozen: Effect.map(rowOf(id, proposal.number), ({ snapshot, status }) => [
      status,
      snapshot?.delegations?.count ?? 0
    ]),
    number: proposal.number,
    opening: openOrWait(id, proposal.id),
    withdrawal: withdraw(id, voter("Ben").account, digest)
  }
})

describeOnBothDatabases("A loan that is taken back while a vote opens", (database) => {
  it.effect("is frozen by the opening that came first, and its lender hears of that vote", () =>
    Effect.gen(function* () {
      const { frozen, number, opening, withdrawal } = yield* before
      const [, open] = yield* overlapping(opening, withdrawal)
      assert.deepStrictEqual(open, [{ number }])
      assert.deepStrictEqual(yield* frozen, ["active", 1])
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("is not frozen where it was taken back first, and its lender hears of no vote", () =>
    Effect.gen(function* () {
      const { frozen, opening, withdrawal } = yield* before
      const [open] = yield* overlapping(withdrawal, opening)
      assert.deepStrictEqual(open, [])
      assert.deepStrictEqual(yield* frozen, ["active", 0])
    }).pipe(Effect.provide(world(database)))
  )
})
