/**
 * What keepers parked together: `kept` is the rule that the parked account and its locker have, as `2 of #1# #2# #3#`;
 * NULL where any one admin badge opens them. Acts are found by their transaction, for statements.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `ALTER TABLE parkings ADD COLUMN kept TEXT`,
  `CREATE INDEX keeper_acts_by_transaction ON keeper_acts (tx_id)`
]

export const keptParkings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
