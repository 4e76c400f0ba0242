/**
 * Addresses that mail servers refused for good. Nothing is written to them any more, but for letters that their person
 * asks for at that moment; the person is told in the app once.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE mail_bounces (
    address TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    since BIGINT NOT NULL,
    told_at BIGINT
  )`,
  `CREATE INDEX mail_bounces_untold ON mail_bounces (since) WHERE told_at IS NULL`
]

export const mailBounces = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
