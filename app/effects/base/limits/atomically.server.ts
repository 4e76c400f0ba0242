import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Runs a program in one transaction (a savepoint inside another one): a failure undoes what it did. The database's own
 * failures are defects, so what remains in the error channel is the program's.
 */
export const atomically =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    program.pipe(
      Effect.mapError((reason) => ({ _tag: "Undone", reason }) as const),
      sql.withTransaction,
      Effect.catchTag("SqlError", Effect.die),
      Effect.mapError(({ reason }) => reason)
    )
