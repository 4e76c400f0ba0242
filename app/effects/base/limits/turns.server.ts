/**
 * Taking turns: a program that counts rows and then adds one must be alone while doing so, or two requests at once both find
 * room below a limit.
 */
import type { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"

/**
 * Waits until no other transaction holds any of the keys; they are given back when the surrounding transaction ends.
 * SQLite lets one writer in anyway, Postgres locks the rows. Sorted, so that two takers cannot wait for each other.
 */
export const takeTurns = (sql: SqlClient.SqlClient, keys: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const takenAt = yield* Clock.currentTimeMillis
    for (const key of [...new Set(keys)].sort()) {
      yield* sql`INSERT INTO turns ${sql.insert({ key, takenAt })}
        ON CONFLICT (key) DO UPDATE SET taken_at = excluded.taken_at`
    }
  })
