/** Finds the failed transaction of an escrow account that a statement counts the fee of. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export const failedSteps = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.asVoid(sql`CREATE INDEX ledger_steps_failed ON ledger_steps (tx_id) WHERE state = 'failed'`)
)
