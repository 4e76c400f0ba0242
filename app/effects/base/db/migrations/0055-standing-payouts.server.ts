/**
 * Payouts that come again and again. `rhythm`: when, as JSON; null for one that is paid once. `due_at` of a row and of a
 * batch: not before. `announced_until`: people were told of what falls due until then.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `ALTER TABLE distributions ADD COLUMN rhythm TEXT`,
  `ALTER TABLE distributions ADD COLUMN announced_until BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE distribution_rows ADD COLUMN due_at BIGINT`,
  `ALTER TABLE distribution_chunks ADD COLUMN due_at BIGINT`,
  `CREATE INDEX distribution_chunks_due ON distribution_chunks (due_at, distribution_id) WHERE due_at IS NOT NULL`
]

export const standingPayouts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
