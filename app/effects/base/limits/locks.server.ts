/**
 * Locks in the database: a program that counts rows and then adds one must run alone, or two concurrent requests could both
 * find room below a limit.
 */
import type { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import { orUnavailable } from "~/effects/base/db/statements.server"

/**
 * Waits until no other transaction holds any of the keys; they are released when the surrounding transaction ends.
 * SQLite allows one writer anyway; Postgres locks the rows. Sorted, so that two callers cannot deadlock.
 */
export const withLocks = (sql: SqlClient.SqlClient, keys: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    if (keys.length === 0) return
    const takenAt = yield* Clock.currentTimeMillis
    const rows = [...new Set(keys)].sort().map((key) => ({ key, takenAt }))
    yield* sql`INSERT INTO locks ${sql.insert(rows)} ON CONFLICT (key) DO UPDATE SET taken_at = excluded.taken_at`
  }).pipe(orUnavailable)
