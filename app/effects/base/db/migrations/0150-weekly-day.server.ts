/**
 * The day of the weekly e-mail (1 is Monday, 7 Sunday), and when the last one was due in Unix milliseconds; 0 if there
 * was none. For people who already have a next one, the last one is the week before it.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `ALTER TABLE users ADD COLUMN weekly_day INTEGER NOT NULL DEFAULT 1 CHECK (weekly_day BETWEEN 1 AND 7)`,
  `ALTER TABLE users ADD COLUMN weekly_last_at BIGINT NOT NULL DEFAULT 0`,
  `UPDATE users SET weekly_last_at = weekly_at - 604800000 WHERE weekly_at > 0`
]

export const weeklyDay = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
