/**
 * Files that may have to go from the store of uploads: `due_at` is when, unless a row of `uploads` names them by then.
 * Pictures of accounts that were removed before this are due at once, but for those that a community shows.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const ofRemoved = `owner_address IN (SELECT account_address FROM users WHERE status = 'removed')
  AND NOT EXISTS (SELECT 1 FROM communities c
    WHERE c.logo LIKE '%/' || uploads.file || '/%' OR c.cover LIKE '%/' || uploads.file || '/%')`

const statements = [
  `CREATE TABLE upload_leftovers (
    file TEXT PRIMARY KEY,
    due_at BIGINT NOT NULL
  )`,
  `CREATE INDEX upload_leftovers_due ON upload_leftovers (due_at)`,
  `INSERT INTO upload_leftovers (file, due_at) SELECT file, 0 FROM uploads WHERE ${ofRemoved}`,
  `DELETE FROM uploads WHERE ${ofRemoved}`
]

export const uploadLeftovers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
