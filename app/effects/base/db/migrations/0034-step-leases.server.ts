/**
 * Who was handed a step to sign, since when and until when: a row for each once-only key that a wallet was asked for.
 * A free row has no holder. `moves` counts every change, and `topic` names the row to pages that follow it.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE step_leases (
    once_key TEXT PRIMARY KEY,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    topic TEXT NOT NULL,
    account TEXT NOT NULL,
    holder TEXT NOT NULL,
    leased_at BIGINT NOT NULL,
    leased_until BIGINT NOT NULL,
    moves BIGINT NOT NULL
  )`,
  `CREATE INDEX step_leases_of_community ON step_leases (community_id, once_key)`
]

export const stepLeases = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
