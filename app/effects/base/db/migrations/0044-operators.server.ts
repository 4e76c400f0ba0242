/**
 * What the people who run the site do: accounts that may not sign in, and the log of every act. A suspension without an
 * end lasts until it is lifted. The log is only ever added to.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE account_suspensions (
    account_address TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    suspended_until BIGINT,
    created_at BIGINT NOT NULL
  )`,
  `CREATE TABLE operator_log (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    act TEXT NOT NULL,
    summary TEXT NOT NULL,
    target_type TEXT NOT NULL,
    target_id TEXT NOT NULL,
    target_label TEXT NOT NULL,
    reason TEXT NOT NULL
  )`,
  `CREATE INDEX operator_log_by_time ON operator_log (at, id)`
]

export const operators = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
