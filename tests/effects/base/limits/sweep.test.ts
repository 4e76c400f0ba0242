import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, TestClock } from "effect"
import { inject } from "vitest"
import { sweepLimits } from "~/effects/base/limits/sweep.server"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { describeOnBothDatabases } from "../../../databases"
import { connect, createDatabase, dropDatabase, MIGRATED } from "../../../freshDatabases"

const DAY = 86_400_000

const turns = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ readonly key: string }>`SELECT key FROM turns ORDER BY key`, (rows) => rows.map(({ key }) => key))
)

describeOnBothDatabases("Turns that are over", (database) => {
  it.effect("go after a day, however many there are, and younger ones stay", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* takeTurns(
        sql,
        Array.from({ length: 1_000 }, (_, n) => `old ${n}`)
      )
      yield* TestClock.adjust("1 hour")
      yield* takeTurns(sql, ["young", "old 7"])
      const sweep = yield* sweepLimits
      yield* sweep(DAY + 1)
      assert.deepStrictEqual(yield* turns, ["old 7", "young"])
    }).pipe(Effect.provide(database))
  )
})

const server = inject("postgres")
const database = Layer.unwrapScoped(
  Effect.acquireRelease(
    Effect.promise(() => createDatabase(server ?? "", MIGRATED)),
    (name) => Effect.promise(() => dropDatabase(server ?? "", name))
  ).pipe(Effect.map((name) => connect(server ?? "", name)))
)

describe.skipIf(server === null)("Turns that are over (Postgres)", () => {
  it.scoped("are deleted in the order in which turns are taken: whoever takes several waits for no circle", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // As they lie in the table: the last is deleted last.
      for (const key of ["b", "held", "a"]) yield* takeTurns(sql, [key])
      /** Until so many wait for a row of another. */
      const waiting = (many: number) =>
        sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM pg_locks l JOIN pg_stat_activity s ON s.pid = l.pid
          WHERE NOT l.granted AND s.datname = current_database()`.pipe(
          Effect.repeat({ until: ([row]) => (row?.n ?? 0) >= many })
        )
      const [held, mayGo] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const holder = yield* takeTurns(sql, ["held"]).pipe(
        Effect.zipRight(Deferred.succeed(held, undefined)),
        Effect.zipRight(Deferred.await(mayGo)),
        sql.withTransaction,
        Effect.fork
      )
      yield* Deferred.await(held)
      const sweep = yield* sweepLimits
      const sweeping = yield* Effect.fork(sweep(DAY + 1))
      yield* waiting(1)
      const taking = yield* Effect.fork(sql.withTransaction(takeTurns(sql, ["a", "b"])))
      yield* waiting(2)
      yield* Deferred.succeed(mayGo, undefined)
      yield* Fiber.join(holder)
      yield* Fiber.join(taking)
      yield* Fiber.join(sweeping)
      assert.deepStrictEqual(yield* turns, ["a", "b"])
    }).pipe(Effect.provide(database))
  )
})
