/** Two programs whose transactions overlap, over two connections where the database has them. Nothing sleeps. */
import { SqlClient } from "@effect/sql"
import { Deferred, Effect, Fiber } from "effect"

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
export const overlapping = <A, E, B, F, R, S>(first: Effect.Effect<A, E, R>, second: Effect.Effect<B, F, S>) =>
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
