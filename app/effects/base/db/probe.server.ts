import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Whether the database takes writes and is migrated: writes what is there already, in the table that the migrations made
 * last. False where there is no such row.
 */
export const probeDatabase = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`UPDATE migrations SET name = name WHERE migration_id = (SELECT MAX(migration_id) FROM migrations)
    RETURNING migration_id`
).pipe(Effect.map((rows) => rows.length === 1))
