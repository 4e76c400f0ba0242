/** Chosen dates that were called off: when (Unix milliseconds), by whom and why. All null of the others. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  "ALTER TABLE chosen_dates ADD COLUMN called_off_at BIGINT",
  "ALTER TABLE chosen_dates ADD COLUMN called_off_by TEXT",
  "ALTER TABLE chosen_dates ADD COLUMN called_off_reason TEXT"
]

export const calledOffDates = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
