import type { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"

/** Deletes rows of a feature that have served. May run at any time, on any server. */
export type Sweep = (sql: SqlClient.SqlClient, now: number) => Effect.Effect<unknown, SqlError>
