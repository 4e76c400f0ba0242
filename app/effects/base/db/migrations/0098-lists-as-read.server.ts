/**
 * Lists as they were brought. `distributions.reading`: what was understood of the list, as JSON; NULL for payouts by rule,
 * by selected members, and of before. `distribution_sheets`: its rows as JSON, kept until the payout starts.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `ALTER TABLE distributions ADD COLUMN reading TEXT`,
  `CREATE TABLE distribution_sheets (
    distribution_id TEXT PRIMARY KEY REFERENCES distributions (id) ON DELETE CASCADE,
    community_id TEXT NOT NULL,
    sheet TEXT NOT NULL
  )`
]

export const listsAsRead = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
