/**
 * The newest threads of all public communities, for the square (docs/product/publishing.md): read off this
 * index, newest first.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export const square = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`CREATE INDEX threads_newest ON threads (shown, created_at, id)`)
})
