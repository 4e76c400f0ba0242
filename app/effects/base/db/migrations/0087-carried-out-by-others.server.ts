/**
 * Requests that this site closed, and that somebody may have carried out on the ledger with signatures of their own
 * collection. `former`: the subintents that were asked for before others were, as JSON, since any of them can still happen.
 * `final_at`: when the ledger was read after the end of a closed request and had not carried it out; NULL is not known.
 * `closed_as`: the state of a request here when the ledger turned out to have carried it out. `ledger_records.provers`: who
 * proved an admin badge in the transaction, separated by spaces; NULL in records of before.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `ALTER TABLE keeper_acts ADD COLUMN former TEXT NOT NULL DEFAULT '[]'`,
  `ALTER TABLE keeper_acts ADD COLUMN final_at BIGINT`,
  `ALTER TABLE keeper_acts ADD COLUMN closed_as TEXT`,
  `UPDATE keeper_acts SET final_at = COALESCE(decided_at, updated_at) WHERE request IS NULL`,
  `CREATE INDEX keeper_acts_not_final ON keeper_acts (id)
    WHERE final_at IS NULL AND state IN ('failed', 'refused', 'expired', 'withdrawn', 'void')`,
  `ALTER TABLE ledger_records ADD COLUMN provers TEXT`
]

export const carriedOutByOthers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
