/** The letters that did not go out, newest first: the operators' page must not read those that did. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export const unsentLetters = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`CREATE INDEX outbox_unsent ON outbox (created_at, id) WHERE sent_at IS NULL`)
})
