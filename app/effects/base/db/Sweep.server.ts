import type { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"

/**
 * Answers what deletes a feature's rows that have served; `now` in Unix milliseconds. May run at any time, on any server.
 */
export type Sweep = Effect.Effect<(now: number) => Effect.Effect<unknown, SqlError>, never, SqlClient.SqlClient>
