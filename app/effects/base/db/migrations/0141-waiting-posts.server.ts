/**
 * First posts that wait for a moderator: how many of a member's first posts wait in a community (none without a row), and
 * the posts. A post is in `threads` or `comments` only once it was approved.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE first_post_rules (
    community_id TEXT PRIMARY KEY,
    first_posts INTEGER NOT NULL
  )`,
  `CREATE TABLE waiting_posts (
    id TEXT PRIMARY KEY,
    community_id TEXT NOT NULL,
    author TEXT NOT NULL,
    type TEXT NOT NULL,
    target_type TEXT,
    target_id TEXT,
    target_path TEXT,
    parent TEXT NOT NULL,
    title TEXT NOT NULL,
    category TEXT NOT NULL,
    body TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    refused_at BIGINT,
    refusal TEXT
  )`,
  "CREATE INDEX waiting_posts_queue ON waiting_posts (community_id, created_at, id) WHERE refused_at IS NULL",
  "CREATE INDEX waiting_posts_author ON waiting_posts (author, community_id)"
]

export const waitingPosts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
