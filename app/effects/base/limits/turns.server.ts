/**
 * Taking turns: a program that counts rows and then adds one must be alone while doing so, or two requests at once both find
 * room below a limit.
 */
import type { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"

/**
 * Waits until no other transaction holds any of the keys; they are given back when the surrounding transaction ends.
 * SQLite lets one writer in anyway, Postgres locks the rows, in their order: sorted, so that two takers cannot wait for
 * each other.
 */
export const takeTurns = (sql: SqlClient.SqlClient, keys: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    if (keys.length === 0) return
    const takenAt = yield* Clock.currentTimeMillis
    const rows = [...new Set(keys)].sort().map((key) => ({ key, takenAt }))
    yield* sql`INSERT INTO turns ${sql.insert(rows)} ON CONFLICT (key) DO UPDATE SET taken_at = excluded.taken_at`
  })
