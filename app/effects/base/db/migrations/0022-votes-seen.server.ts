/**
 * What the ledger said of a voter's account when the ballot was taken, with its state version, and the signature under
 * each version of a proposal (docs/product/votes.md); the totals on the home page (docs/product/publishing.md). Ballots and versions from before keep an empty place: what was not written down
 * then is not made up now.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const ON_TIME_MS = 259_200_000 // 72 hours, as in bonds/lifeCycle
const PASSED = "('passed', 'awaitingExecution', 'executed', 'executionFailed', 'expired')"
const VOTES = `FROM proposals p JOIN communities c ON c.id = p.community_id AND c.listed = 1
  WHERE p.shelf = 'results' AND p.status <> 'cancelled'`
const UNITS = `FROM bond_receipts r JOIN communities c ON c.id = r.community_id AND c.listed = 1
  JOIN bond_orders o ON o.id = r.order_id JOIN bond_series s ON s.id = r.series_id
  WHERE r.kind = 'redemption'`

const statements = [
  `ALTER TABLE ballots ADD COLUMN seen_version BIGINT`,
  `ALTER TABLE ballots ADD COLUMN seen_keys TEXT`,
  `ALTER TABLE proposal_versions ADD COLUMN signed TEXT`,
  `INSERT INTO public_counts (name, value) SELECT 'votes', COUNT(*) ${VOTES}`,
  `INSERT INTO public_counts (name, value) SELECT 'votesPassed', COUNT(*) ${VOTES} AND p.status IN ${PASSED}`,
  `INSERT INTO public_counts (name, value) SELECT 'units', COALESCE(SUM(r.units), 0) ${UNITS}`,
  `INSERT INTO public_counts (name, value) SELECT 'unitsOnTime', COALESCE(SUM(r.units), 0) ${UNITS}
    AND (r.settled_at - s.matures_at < ${ON_TIME_MS} OR r.settled_at - COALESCE(o.signed_at, 0) < ${ON_TIME_MS})`
]

export const votesSeen = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
