/**
 * Lists of voting weights that were read and are not set yet, at most one for each community. `hash`: of the rows and of
 * how they are read, so that the weights set are those that a person saw. `account`: who read the list.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export const weightLists = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE weight_lists (
    community_id TEXT PRIMARY KEY REFERENCES communities (id) ON DELETE CASCADE,
    account TEXT NOT NULL,
    reading TEXT NOT NULL,
    sheet_rows TEXT NOT NULL,
    hash TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`
  yield* sql`CREATE INDEX weight_lists_by_account ON weight_lists (account)`
  yield* sql`CREATE INDEX weight_lists_by_age ON weight_lists (created_at)`
})
