/**
 * When the owner of a community was told that nothing had happened in it for a year; 0 for never
 * (docs/product/communities.md).
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `ALTER TABLE communities ADD COLUMN quiet_told_at BIGINT NOT NULL DEFAULT 0`,
  `CREATE INDEX communities_by_rest ON communities (active_at, id)`
]

export const rounds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
