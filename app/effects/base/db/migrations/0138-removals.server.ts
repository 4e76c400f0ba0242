/**
 * What a person removed and can bring back for some seconds. `removed`: the removed rows by table, as JSON; emptied when
 * the removal is undone. `session_id`: only that session may undo it. `shown_until`: until when pages offer it;
 * `expires_at`: until when it is possible. Both in Unix milliseconds. A webhook keeps its rows and is marked instead.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE removals (
    id TEXT PRIMARY KEY,
    account_address TEXT NOT NULL,
    session_id TEXT NOT NULL,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    path TEXT NOT NULL,
    removed TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    shown_until BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,
  `CREATE INDEX removals_by_end ON removals (expires_at)`,
  `CREATE INDEX removals_of_account ON removals (account_address)`,
  `CREATE INDEX removals_of_community ON removals (community_id)`,
  `ALTER TABLE webhooks ADD COLUMN removed_at BIGINT`
]

export const removals = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
