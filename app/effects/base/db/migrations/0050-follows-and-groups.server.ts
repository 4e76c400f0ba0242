/**
 * People who follow a community without being members. `people` of a notification: the accounts that took part in what
 * one entry tells, with spaces between them, while it goes on; null otherwise.
 * Series by the token that an account holds.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE community_follows (
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    account_address TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (community_id, account_address)
  )`,
  `CREATE INDEX community_follows_of_account ON community_follows (account_address, created_at)`,
  `ALTER TABLE notifications ADD COLUMN people TEXT`,
  `CREATE INDEX bond_series_by_resource ON bond_series (bond_resource)`
]

export const followsAndGroups = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
