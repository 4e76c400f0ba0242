/**
 * The weekly e-mail: whether a person wants it (those who chose the digest do), and when the next one is due in Unix
 * milliseconds; 0 until that is computed.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `ALTER TABLE users ADD COLUMN weekly INTEGER NOT NULL DEFAULT 0`,
  `ALTER TABLE users ADD COLUMN weekly_at BIGINT NOT NULL DEFAULT 0`,
  `UPDATE users SET weekly = newsletter`,
  `CREATE INDEX users_by_weekly ON users (weekly_at, account_address) WHERE weekly = 1 AND status = 'active'`
]

export const weeklyEmails = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
