/**
 * A threshold that is a fraction, such as 2/3, which no percentage says exactly. Null where it is the percentage of
 * `threshold_pct`: all votes from before this are.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export const thresholdFractions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`ALTER TABLE proposals ADD COLUMN threshold_fraction TEXT`)
})
