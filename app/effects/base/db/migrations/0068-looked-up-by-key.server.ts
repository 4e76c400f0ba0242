/**
 * Of acts with one once-only key, one at most waits, happens, or happened otherwise than proposed (`mismatch`): what the
 * ledger took is not proposed again under the same key.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `DROP INDEX keeper_acts_once`,
  `CREATE UNIQUE INDEX keeper_acts_once ON keeper_acts (community_id, once_key)
    WHERE state IN ('waiting', 'sent', 'committed', 'mismatch')`
]

export const lookedUpByKey = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
