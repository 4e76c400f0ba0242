/** Two programs whose transactions overlap, over two connections if the database has them, without sleeping. */
import { SqlClient } from "@effect/sql"
import { Deferred, Effect, Fiber } from "effect"

/** Until the program has ended, or waits for a row that another transaction locks. SQLite allows one writer anyway. */
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

/** The first one keeps its transaction open until the second one waits for it, or has ended without waiting. */
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

/**
 * Both start in this order while another transaction locks a row that the first one needs half-way: the second goes as
 * far as it can, and then the first one continues. If they lock rows in different orders, Postgres ends one of them
 * (40P01). SQLite allows one writer anyway.
 */
export const crossing = <H, A, E, B, F, R, S>(
  hold: Effect.Effect<unknown, H>,
  first: Effect.Effect<A, E, R>,
  second: Effect.Effect<B, F, S>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const waiting = (many: number, fiber: Fiber.RuntimeFiber<unknown, unknown>) =>
      Effect.gen(function* () {
        const rows = yield* sql`SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`
        return rows.length >= many || (yield* fiber.status)._tag === "Done"
      }).pipe(Effect.repeat({ until: (is) => is }))
    const both = sql.onDialectOrElse({
      pg: () =>
        Effect.gen(function* () {
          const [held, mayGo] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const holder = yield* hold.pipe(
            Effect.zipRight(Deferred.succeed(held, undefined)),
            Effect.zipRight(Deferred.await(mayGo)),
            sql.withTransaction,
            Effect.fork
          )
          yield* Deferred.await(held)
          const one = yield* Effect.fork(first)
          yield* waiting(1, one)
          const other = yield* Effect.fork(second)
          yield* waiting(2, other)
          yield* Deferred.succeed(mayGo, undefined)
          yield* Fiber.join(holder)
          return [yield* Fiber.await(one), yield* Fiber.await(other)] as const
        }),
      orElse: () => Effect.all([Effect.exit(first), Effect.exit(second)] as const)
    })
    return yield* both
  })
