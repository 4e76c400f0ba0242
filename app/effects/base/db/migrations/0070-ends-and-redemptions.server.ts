/**
 * When the vote ends that a voter is on the list of, so that a person's open votes are found without a look at all the
 * others they were asked in. The last redemption of a series and the longest that a holder waited for one, Unix
 * milliseconds and milliseconds, so that its page does not read all of them; null before the first.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const redemptions = `FROM bond_receipts r JOIN bond_orders o ON o.id = r.order_id
  WHERE r.series_id = bond_series.id AND r.kind = 'redemption'`

const statements = [
  `ALTER TABLE voters ADD COLUMN closes_at BIGINT NOT NULL DEFAULT 0`,
  `UPDATE voters SET closes_at = (SELECT p.closes_at FROM proposals p WHERE p.id = voters.proposal_id)`,
  `CREATE INDEX voters_until ON voters (account_address, closes_at, proposal_id)`,
  `ALTER TABLE bond_series ADD COLUMN last_redeemed_at BIGINT`,
  `ALTER TABLE bond_series ADD COLUMN longest_wait_ms BIGINT`,
  `UPDATE bond_series SET
    last_redeemed_at = (SELECT MAX(r.settled_at) ${redemptions}),
    longest_wait_ms = (SELECT MAX(r.settled_at - CASE
      WHEN o.signed_at > bond_series.matures_at THEN o.signed_at ELSE bond_series.matures_at END) ${redemptions})
    WHERE redeemed_units > 0`
]

export const endsAndRedemptions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
