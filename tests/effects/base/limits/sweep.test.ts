import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, TestClock } from "effect"
import { inject } from "vitest"
import { CountedLimits, sweepLimits } from "~/effects/base/limits/CountedLimits.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { describeOnBothDatabases } from "../../../databases"
import { connect, createDatabase, dropDatabase, MIGRATED } from "../../../freshDatabases"

const DAY = 86_400_000

const turns = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ readonly key: string }>`SELECT key FROM locks ORDER BY key`, (rows) => rows.map(({ key }) => key))
)

describeOnBothDatabases("Unused locks", (database) => {
  it.effect("are deleted after a day, however many there are, while younger ones stay", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* withLocks(
        sql,
        Array.from({ length: 1_000 }, (_, n) => `old ${n}`)
      )
      yield* TestClock.adjust("1 hour")
      yield* withLocks(sql, ["young", "old 7"])
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

describe.skipIf(server === null)("Unused locks (Postgres)", () => {
  it.scoped("are deleted in the order in which locks are taken, so that callers of several do not deadlock", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // In the order of the table, in which the last is deleted last.
      for (const key of ["b", "held", "a"]) yield* withLocks(sql, [key])
      /** Resolves when this many callers wait for a row of another. */
      const waiting = (many: number) =>
        sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM pg_locks l JOIN pg_stat_activity s ON s.pid = l.pid
          WHERE NOT l.granted AND s.datname = current_database()`.pipe(
          Effect.repeat({ until: ([row]) => (row?.n ?? 0) >= many })
        )
      const [held, mayGo] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const holder = yield* withLocks(sql, ["held"]).pipe(
        Effect.zipRight(Deferred.succeed(held, undefined)),
        Effect.zipRight(Deferred.await(mayGo)),
        sql.withTransaction,
        Effect.fork
      )
      yield* Deferred.await(held)
      const sweep = yield* sweepLimits
      const sweeping = yield* Effect.fork(sweep(DAY + 1))
      yield* waiting(1)
      const taking = yield* Effect.fork(sql.withTransaction(withLocks(sql, ["a", "b"])))
      yield* waiting(2)
      yield* Deferred.succeed(mayGo, undefined)
      yield* Fiber.join(holder)
      yield* Fiber.join(taking)
      yield* Fiber.join(sweeping)
      assert.deepStrictEqual(yield* turns, ["a", "b"])
    }).pipe(Effect.provide(database))
  )
})

describe.skipIf(server === null)("Full buckets (Postgres)", () => {
  it.scoped("are deleted without deadlock while a sign-in holds one and takes the next", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { take } = yield* CountedLimits
      const keys = { "sign-in.browser": "a browser", "sign-in.network": "a network" }
      // The network's bucket comes before the browser's in the table, and is deleted first.
      yield* take({ "sign-in.network": "a network" })
      yield* take({ "sign-in.browser": "a browser" })
      yield* TestClock.adjust("1 hour")
      const [held, mayGo] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const signIn = yield* take({ "sign-in.browser": "a browser" }).pipe(
        Effect.zipRight(Deferred.succeed(held, undefined)),
        Effect.zipRight(Deferred.await(mayGo)),
        Effect.zipRight(take(keys)),
        sql.withTransaction,
        Effect.fork
      )
      yield* Deferred.await(held)
      const sweep = yield* sweepLimits
      const sweeping = yield* Effect.fork(sweep(3_600_000))
      const waiting = Effect.gen(function* () {
        const rows = yield* sql`SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`
        return rows.length > 0 || (yield* sweeping.status)._tag === "Done"
      })
      yield* Effect.repeat(waiting, { until: (is) => is })
      yield* Deferred.succeed(mayGo, undefined)
      yield* Fiber.join(sweeping)
      yield* Fiber.join(signIn)
      assert.lengthOf(yield* sql`SELECT 1 FROM limit_buckets`, 2)
    }).pipe(Effect.provide(CountedLimits.Default.pipe(Layer.provideMerge(database))))
  )
})
