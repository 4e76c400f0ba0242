/**
 * How a job's last runs ended, for the operator: its lease's row also says how often the job runs, when it last ended,
 * and when and of what it last died. Null where it has not happened, and in rows that are no job's.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  "ALTER TABLE leases ADD COLUMN period_ms BIGINT",
  "ALTER TABLE leases ADD COLUMN ended_at BIGINT",
  "ALTER TABLE leases ADD COLUMN died_at BIGINT",
  "ALTER TABLE leases ADD COLUMN reason TEXT"
]

export const jobEnds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
