/**
 * A discarded draft of a community stays, hidden from everyone, for as long as its founder can undo that: `discarded_at`
 * in Unix milliseconds. A removal of something that belongs to a person alone has no community.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** SQLite cannot drop a constraint. */
const withoutConstraint = [
  `CREATE TABLE removals_next (
    id TEXT PRIMARY KEY,
    account_address TEXT NOT NULL,
    session_id TEXT NOT NULL,
    community_id TEXT REFERENCES communities (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    path TEXT NOT NULL,
    removed TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    shown_until BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,
  `INSERT INTO removals_next SELECT id, account_address, session_id, community_id, kind, path, removed, state, created_at,
    shown_until, expires_at FROM removals`,
  `DROP TABLE removals`,
  `ALTER TABLE removals_next RENAME TO removals`,
  `CREATE INDEX removals_by_end ON removals (expires_at)`,
  `CREATE INDEX removals_of_account ON removals (account_address)`,
  `CREATE INDEX removals_of_community ON removals (community_id)`
]

export const discardedDrafts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () => sql`ALTER TABLE removals ALTER COLUMN community_id DROP NOT NULL`,
    orElse: () => Effect.forEach(withoutConstraint, (statement) => sql.unsafe(statement), { discard: true })
  })
  yield* sql`ALTER TABLE communities ADD COLUMN discarded_at BIGINT`
  yield* sql`CREATE INDEX communities_discarded ON communities (discarded_at) WHERE discarded_at IS NOT NULL`
})
