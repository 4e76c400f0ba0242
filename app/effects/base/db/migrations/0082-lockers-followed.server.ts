/**
 * What left lockers by transactions that this site did not make: `outside`, as JSON, of each claim, and how many rows of a
 * payout ended so. A claim that ended without a transaction was a guess, so it waits again, and each locker is read from the
 * first claim on: the indexer finds the transaction that took it.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const rows = (state: string) =>
  `(SELECT COUNT(*) FROM distribution_rows r WHERE r.distribution_id = distributions.id AND r.state = '${state}')`

const statements = [
  `ALTER TABLE claims ADD COLUMN outside TEXT NOT NULL DEFAULT '[]'`,
  `ALTER TABLE distributions ADD COLUMN rows_left INTEGER NOT NULL DEFAULT 0`,
  `UPDATE claims SET state = 'available' WHERE state = 'claimed' AND tx_id IS NULL`,
  `UPDATE distribution_rows SET state = 'claimable' WHERE state = 'claimed'
    AND id IN (SELECT id FROM claims WHERE state = 'available')`,
  `UPDATE distributions SET rows_claimable = ${rows("claimable")}, rows_claimed = ${rows("claimed")}
    WHERE rows_claimed > 0`,
  `DELETE FROM ledger_followed WHERE address IN (SELECT locker FROM claims)`,
  `INSERT INTO ledger_followed (community_id, address, next_version, looked_at)
    SELECT community_id, locker, MIN(available_version), 0 FROM claims GROUP BY community_id, locker`,
  `INSERT INTO ledger_followed (community_id, address, next_version, looked_at)
    SELECT e.community_id, e.locker, COALESCE((SELECT MIN(r.state_version) FROM ledger_records r
      WHERE r.community_id = e.community_id AND r.kind = 'park'), 1), 0
    FROM parkings e WHERE e.locker IS NOT NULL GROUP BY e.community_id, e.locker
    ON CONFLICT (community_id, address) DO NOTHING`
]

export const lockersFollowed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
