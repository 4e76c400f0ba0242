/**
 * `excluded` of `vote_loans`: why a delegation was not used by the delegate's latest ballot ("suspended" or "left": the
 * delegator at that moment). Null where it was used, or where the delegate has no ballot.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export const excludedDelegations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`ALTER TABLE vote_loans ADD COLUMN excluded TEXT`)
})
