/**
 * Invitations, and what the lists of members need. Whoever belongs to a community now (suspended ones included) is in
 * a partial index for each order of the list, so a page of it is read off the index, without a sort.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const HERE = `status IN ('active', 'suspended')`

const statements = [
  // The name people are sorted and found by: that of the profile, or the address.
  `ALTER TABLE memberships ADD COLUMN name_key TEXT NOT NULL DEFAULT ''`,
  // 1 for an application of somebody who was removed: only the owner decides on it.
  `ALTER TABLE memberships ADD COLUMN owner_decides INTEGER NOT NULL DEFAULT 0`,
  `UPDATE memberships SET name_key = COALESCE(
    (SELECT u.username_key FROM users u WHERE u.account_address = memberships.account_address AND u.status = 'active'),
    account_address)`,
  `CREATE INDEX members_by_joining ON memberships (community_id, joined_at, account_address) WHERE ${HERE}`,
  `CREATE INDEX members_by_name ON memberships (community_id, name_key, account_address) WHERE ${HERE}`,
  `CREATE INDEX members_by_weight ON memberships (community_id, weight, account_address) WHERE ${HERE}`,
  `CREATE INDEX suspensions_by_end ON memberships (suspended_until) WHERE status = 'suspended'`,
  `CREATE TABLE invites (
    code TEXT PRIMARY KEY,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    created_by TEXT NOT NULL,
    max_uses INTEGER NOT NULL,
    uses INTEGER NOT NULL DEFAULT 0,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE INDEX invites_by_community ON invites (community_id, created_at, code)`
]

export const members = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
