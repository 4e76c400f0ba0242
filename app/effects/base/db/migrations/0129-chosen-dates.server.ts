/** Dates that polls have chosen, for calendars. `starts_at` and `ends_at` of whole days are in UTC. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE chosen_dates (
    proposal_id TEXT PRIMARY KEY REFERENCES proposals (id) ON DELETE CASCADE,
    community_id TEXT NOT NULL,
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    is_days INTEGER NOT NULL
  )`,
  "CREATE INDEX chosen_dates_by_end ON chosen_dates (community_id, ends_at, proposal_id)"
]

export const chosenDates = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
