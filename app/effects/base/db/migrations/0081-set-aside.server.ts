/** A piece that an operator set aside: no job tries it until it is put back, and it raises no alert. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export const setAside = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe("ALTER TABLE job_pieces ADD COLUMN set_aside_at BIGINT")
})
