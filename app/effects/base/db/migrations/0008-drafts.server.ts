/**
 * What people have begun and not finished, who is asked to take a community over, and the list of one person's
 * communities by role.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE drafts (
    account_address TEXT NOT NULL,
    place TEXT NOT NULL,
    data TEXT NOT NULL,
    version INTEGER NOT NULL,
    saved_at BIGINT NOT NULL,
    PRIMARY KEY (account_address, place)
  )`,
  `CREATE INDEX drafts_by_age ON drafts (saved_at)`,
  // One row for each community that is being handed over; gone when it is answered, taken back or run out.
  `CREATE TABLE hand_overs (
    community_id TEXT PRIMARY KEY REFERENCES communities (id) ON DELETE CASCADE,
    from_account TEXT NOT NULL,
    to_account TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,
  `CREATE INDEX hand_overs_by_nominee ON hand_overs (to_account, expires_at)`,
  `CREATE INDEX memberships_by_own_role ON memberships (account_address, role, status, joined_at, community_id)`
]

export const drafts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
