/**
 * Files are read by key, page by page: the payments, agreements and lent votes of one account, what operators did to it, and
 * the receipts of one community. Without these indexes each page read, or sorted, those of the whole site or community.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE INDEX distribution_rows_of_account ON distribution_rows (account, id)`,
  `CREATE INDEX reactions_of_account ON reactions (account_address, created_at, target_type, target_id)`,
  `CREATE INDEX delegations_to ON delegations (delegate, ended_at)`,
  `CREATE INDEX operator_log_about ON operator_log (target_type, target_id, at, id)`,
  `CREATE INDEX bond_receipts_of_community ON bond_receipts (community_id, id)`
]

export const filesByKey = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
