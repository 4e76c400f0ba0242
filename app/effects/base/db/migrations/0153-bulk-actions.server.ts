/**
 * Actions on all posts of one author, in portions (docs/product/operators.md). `posts` is how many there were at the
 * start, `done` how many were changed so far; (`after_at`, `after_id`) is the last post that was looked at. An action
 * runs until `ended_at`. Times are Unix milliseconds.
 *
 * - `takedown_posts.hidden_at`: when the portion with the post ended. Of earlier takedowns, the end of the act.
 * - `takedowns.undone_by`: the action that shows its posts again.
 * - `moderation_actions.part_of`: the action that an entry about one post belongs to. The public log shows one entry for
 *   all of them.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE bulk_actions (
    id TEXT PRIMARY KEY,
    account_address TEXT NOT NULL,
    kind TEXT NOT NULL,
    takedown_id TEXT REFERENCES takedowns (id) ON DELETE CASCADE,
    actor TEXT NOT NULL,
    reason TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    posts INTEGER NOT NULL,
    done INTEGER NOT NULL,
    after_at BIGINT NOT NULL,
    after_id TEXT NOT NULL,
    ended_at BIGINT
  )`,
  // One at a time for an author.
  `CREATE UNIQUE INDEX bulk_actions_running ON bulk_actions (account_address) WHERE ended_at IS NULL`,
  `CREATE INDEX bulk_actions_of_takedown ON bulk_actions (takedown_id)`,
  `ALTER TABLE takedowns ADD COLUMN undone_by TEXT`,
  `CREATE INDEX takedowns_undone_by ON takedowns (undone_by) WHERE undone_by IS NOT NULL`,
  `ALTER TABLE takedown_posts ADD COLUMN hidden_at BIGINT NOT NULL DEFAULT 0`,
  `UPDATE takedown_posts SET hidden_at = (SELECT at FROM takedowns WHERE id = takedown_id)`,
  `CREATE INDEX takedown_posts_by_post ON takedown_posts (post_id)`,
  `ALTER TABLE moderation_actions ADD COLUMN part_of TEXT`,
  `CREATE INDEX moderation_log_entries ON moderation_actions (community_id, created_at, id) WHERE part_of IS NULL`,
  `CREATE INDEX moderation_parts ON moderation_actions (part_of, community_id) WHERE part_of IS NOT NULL`,
  `CREATE INDEX moderation_of_target ON moderation_actions (target_id, target_type, action, created_at)`
]

export const bulkActions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
