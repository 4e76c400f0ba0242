/**
 * What was lent is read newest first, a page at a time, of one person and of one community or all: a frozen loan says
 * where and until when its vote was, which is frozen, too. Indexes that those begin with are no longer needed.
 *
 * Of acts with one once-only key, one at most waits, happens, or happened otherwise than proposed (`mismatch`): what the
 * ledger took is not proposed again under the same key.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `ALTER TABLE vote_loans ADD COLUMN community_id TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE vote_loans ADD COLUMN closes_at BIGINT NOT NULL DEFAULT 0`,
  `UPDATE vote_loans SET
    community_id = (SELECT p.community_id FROM proposals p WHERE p.id = vote_loans.proposal_id),
    closes_at = (SELECT p.closes_at FROM proposals p WHERE p.id = vote_loans.proposal_id)`,
  `CREATE INDEX vote_loans_of_lender ON vote_loans (lender, closes_at, proposal_id)`,
  `CREATE INDEX vote_loans_of_delegate ON vote_loans (delegate, closes_at, proposal_id, lender)`,
  `CREATE INDEX vote_loans_lent_here ON vote_loans (community_id, lender, closes_at, proposal_id)`,
  `CREATE INDEX vote_loans_used_here ON vote_loans (community_id, delegate, closes_at, proposal_id, lender)`,
  `DROP INDEX vote_loans_from`,
  `DROP INDEX vote_loans_with`,
  `DROP INDEX keeper_acts_once`,
  `CREATE UNIQUE INDEX keeper_acts_once ON keeper_acts (community_id, once_key)
    WHERE state IN ('waiting', 'sent', 'committed', 'mismatch')`
]

export const lookedUpByKey = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
