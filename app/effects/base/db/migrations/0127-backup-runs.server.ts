/**
 * Scheduled backups that were tried. `bytes` and the counts are null for a run that failed; `stored` counts the backups in
 * the place afterwards. `code` and `reason` say what failed.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export const backupRuns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE backup_runs (
    name TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    bytes BIGINT,
    rows BIGINT,
    files INTEGER,
    stored INTEGER,
    code TEXT,
    reason TEXT
  )`
})
