/** "I want this" on the roadmap: who wants what, and how many do, counted as it happens. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE wishes (
    account TEXT NOT NULL,
    item TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account, item)
  )`,
  `CREATE TABLE wish_counts (item TEXT PRIMARY KEY, people BIGINT NOT NULL)`
]

export const wishes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
