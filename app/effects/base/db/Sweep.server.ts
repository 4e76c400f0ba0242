import type { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"

/**
 * Returns an effect that deletes a feature's obsolete rows; `now` in Unix milliseconds. It may run at any time, on any
 * server.
 */
export type Sweep = Effect.Effect<(now: number) => Effect.Effect<unknown, SqlError>, never, SqlClient.SqlClient>
