/** Messages people write to whoever operates the site. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE support_messages (
    id TEXT PRIMARY KEY,
    reference TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    topic TEXT NOT NULL,
    message TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    email_key TEXT NOT NULL,
    sender_hash TEXT,
    browser_hash TEXT,
    created_at BIGINT NOT NULL
  )`,
  `CREATE INDEX support_messages_by_time ON support_messages (created_at)`,
  `CREATE INDEX support_messages_by_content ON support_messages (content_hash, created_at)`,
  `CREATE INDEX support_messages_by_email ON support_messages (email_key, created_at)`,
  `CREATE INDEX support_messages_by_sender ON support_messages (sender_hash, created_at)`,
  `CREATE INDEX support_messages_by_browser ON support_messages (browser_hash, created_at)`
]

export const support = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
