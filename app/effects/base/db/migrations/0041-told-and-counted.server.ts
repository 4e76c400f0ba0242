/**
 * Two things that servers on one database share.
 *
 * Followers of a conversation are told after the comment was kept. `told_seq` is the last comment they were told of;
 * what lies between it and `last_seq` is still to be told. `title` and `path` are those of what the comments hang on,
 * written with each comment; null until the first one from now on, since nothing older is to be told. A row of `tellings`
 * is one round through the followers: up to which comment, and which account was told last.
 *
 * Limits that guard accounts are counted in `limit_buckets`: a bucket by the hash of its name, and when it is full again.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  "ALTER TABLE conversations ADD COLUMN title TEXT",
  "ALTER TABLE conversations ADD COLUMN path TEXT",
  "ALTER TABLE conversations ADD COLUMN told_seq BIGINT NOT NULL DEFAULT 0",
  "CREATE INDEX conversations_to_tell ON conversations (last_at) WHERE path IS NOT NULL AND told_seq < last_seq",
  `CREATE TABLE tellings (
    target_type TEXT NOT NULL,
    target_id TEXT NOT NULL,
    until_seq BIGINT NOT NULL,
    told_account TEXT NOT NULL,
    PRIMARY KEY (target_type, target_id),
    FOREIGN KEY (target_type, target_id) REFERENCES conversations (target_type, target_id) ON DELETE CASCADE
  )`,
  `CREATE TABLE limit_buckets (
    key TEXT PRIMARY KEY,
    full_at BIGINT NOT NULL
  )`,
  "CREATE INDEX limit_buckets_full ON limit_buckets (full_at)"
]

export const toldAndCounted = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
