/**
 * For statements of a treasury. `fee`: what of a movement the treasury paid as the network's fee, as a positive amount;
 * null where that was not kept. A statement reads the movements of a span of time, the oldest first.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `ALTER TABLE treasury_movements ADD COLUMN fee TEXT`,
  `CREATE INDEX treasury_movements_by_time ON treasury_movements (community_id, at, state_version, resource)`,
  `CREATE INDEX treasury_days_by_day ON treasury_days (community_id, day, resource)`
]

export const treasuryStatements = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
