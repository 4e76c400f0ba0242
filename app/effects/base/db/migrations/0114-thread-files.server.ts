/** Files that authors attach to their threads. `sha256` is that of the bytes as they were sent. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE thread_files (
    id TEXT PRIMARY KEY,
    thread_id TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    community_id TEXT NOT NULL,
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    mime TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    sha256 TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (thread_id, sha256)
  )`,
  `CREATE INDEX thread_files_by_thread ON thread_files (thread_id, created_at, id)`,
  `CREATE INDEX thread_files_by_community ON thread_files (community_id, bytes)`,
  `CREATE INDEX thread_files_by_account ON thread_files (account, created_at, id)`
]

export const threadFiles = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
