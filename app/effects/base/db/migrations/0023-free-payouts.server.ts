/** What a community paid of one token lately: payouts without a vote are counted together. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export const freePayouts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`CREATE INDEX distributions_of_token ON distributions (community_id, resource, started_at)`)
})
