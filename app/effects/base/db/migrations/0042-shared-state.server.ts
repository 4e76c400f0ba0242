/**
 * What servers on one database tell each other: `site_revision` has one row, whose number grows after writes that pages
 * may show; `server_settings` has a digest of each setting that all of them must share, as the server that started last
 * had it. Both are empty until a server needs them.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE site_revision (
    id INTEGER PRIMARY KEY,
    revision BIGINT NOT NULL
  )`,
  `CREATE TABLE server_settings (
    name TEXT PRIMARY KEY,
    digest TEXT NOT NULL,
    since BIGINT NOT NULL
  )`
]

export const sharedState = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
