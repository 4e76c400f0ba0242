/** Two columns of `sealed_votes` that nothing reads: spoilt ballots stand in the tally, and why the beacon failed in the log. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [`ALTER TABLE sealed_votes DROP COLUMN problem`, `ALTER TABLE sealed_votes DROP COLUMN spoilt`]

export const sealedVotesColumns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
