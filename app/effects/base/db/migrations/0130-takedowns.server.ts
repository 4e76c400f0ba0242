/**
 * Takedowns: an author was suspended and their posts were hidden in one act, which can be undone. `posts` lists what this
 * act hid; `suspended` is 0 if the account was suspended before. `at` is the end of the act, in Unix milliseconds.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export const takedowns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE takedowns (
    id TEXT PRIMARY KEY,
    account_address TEXT NOT NULL,
    at BIGINT NOT NULL,
    reason TEXT NOT NULL,
    suspended INTEGER NOT NULL,
    undone_at BIGINT
  )`
  yield* sql`CREATE INDEX takedowns_open ON takedowns (account_address) WHERE undone_at IS NULL`
  yield* sql`CREATE TABLE takedown_posts (
    takedown_id TEXT NOT NULL REFERENCES takedowns (id) ON DELETE CASCADE,
    post_id TEXT NOT NULL,
    PRIMARY KEY (takedown_id, post_id)
  )`
})
