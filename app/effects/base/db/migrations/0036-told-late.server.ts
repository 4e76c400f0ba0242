/** Which late payment the holders of a series were told of: letters wait for the ledger's answer, states do not. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `ALTER TABLE bond_series ADD COLUMN told_late BIGINT`,
  // Those were told when their series became overdue.
  `UPDATE bond_series SET told_late = CASE WHEN late_since > matures_at THEN matures_at ELSE late_since END
    WHERE state = 'overdue'`
]

export const toldLate = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
