/** Columns of idempotency keys get the field's term. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const TABLES = ["prepared_transactions", "transaction_leases", "approval_requests"]

export const idempotencyKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const table of TABLES) yield* sql.unsafe(`ALTER TABLE ${table} RENAME COLUMN once_key TO idempotency_key`)
})
