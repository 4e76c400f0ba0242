/**
 * Files that authors attach to their threads, proposals and announcements: the files of threads move here. `sha256` is
 * that of the stored bytes. For a picture of a thread only the hash of what was sent is known, before it was redrawn, so
 * it has none.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE attachments (
    id TEXT PRIMARY KEY,
    target_type TEXT NOT NULL,
    target_id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    mime TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    sha256 TEXT,
    created_at BIGINT NOT NULL,
    UNIQUE (target_type, target_id, sha256)
  )`,
  `CREATE INDEX attachments_by_target ON attachments (target_type, target_id, created_at, id)`,
  `CREATE INDEX attachments_by_community ON attachments (community_id, bytes)`,
  `CREATE INDEX attachments_by_account ON attachments (account, created_at, id)`,
  `INSERT INTO attachments (id, target_type, target_id, community_id, account, name, mime, bytes, sha256, created_at)
    SELECT id, 'thread', thread_id, community_id, account, name, mime, bytes,
      CASE WHEN mime = 'application/pdf' THEN sha256 END, created_at FROM thread_files`,
  `DROP TABLE thread_files`
]

export const attachments = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
