/** What is lent to one member is listed newest first, a page at a time. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export const loansInOrder = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`CREATE INDEX loans_newest ON loans (community_id, delegate, made_at, digest)`)
})
