/** Domains of e-mail addresses and networks with which nobody may sign up. `ends_at`: null if an operator ends it. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE signup_blocks (
    target TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    since BIGINT NOT NULL,
    ends_at BIGINT
  )`
]

export const signupBlocks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
