import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Runs a program in one transaction (a savepoint inside another one) and rolls back if it fails. The database's own
 * failures are defects, so that only the program's errors remain in the error channel.
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
