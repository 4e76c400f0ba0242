/**
 * What people say to each other, and how it is looked after.
 *
 * Comments hang on threads, proposals and announcements alike: `target_type` and `target_id` say on what, and a row of
 * `conversations` counts them. Replies stand under the first comment of their branch: `root_seq` is that comment's
 * number, so one index gives a page in the order people read it. Every list has an index in its own order.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE threads (
    id TEXT PRIMARY KEY,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    author TEXT NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    mentions TEXT NOT NULL,
    search_text TEXT NOT NULL,
    category TEXT NOT NULL,
    state TEXT NOT NULL,
    closed_by TEXT,
    shown TEXT NOT NULL,
    reason TEXT,
    listed INTEGER NOT NULL GENERATED ALWAYS AS (CASE WHEN shown = 'removed' THEN 0 ELSE 1 END) STORED,
    pinned INTEGER NOT NULL DEFAULT 0,
    proposal_id TEXT,
    proposal_number BIGINT,
    comment_count BIGINT NOT NULL DEFAULT 0,
    people_count BIGINT NOT NULL DEFAULT 0,
    agree_count BIGINT NOT NULL DEFAULT 0,
    last_activity_at BIGINT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    edited_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (community_id, number)
  )`,
  `CREATE INDEX threads_by_activity ON threads (community_id, listed, pinned, last_activity_at, id)`,
  `CREATE INDEX threads_by_category ON threads (community_id, listed, category, pinned, last_activity_at, id)`,
  `CREATE INDEX threads_by_state ON threads (community_id, listed, state, pinned, last_activity_at, id)`,
  `CREATE INDEX threads_by_author ON threads (community_id, listed, author, pinned, last_activity_at, id)`,
  `CREATE INDEX threads_of_account ON threads (author, created_at)`,
  // The inside lists of other pages: newest first, pinned or not.
  `CREATE INDEX threads_by_freshness ON threads (community_id, listed, last_activity_at, id)`,
  `CREATE TABLE conversations (
    target_type TEXT NOT NULL,
    target_id TEXT NOT NULL,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    comment_count BIGINT NOT NULL DEFAULT 0,
    people_count BIGINT NOT NULL DEFAULT 0,
    last_seq BIGINT NOT NULL DEFAULT 0,
    last_at BIGINT NOT NULL,
    PRIMARY KEY (target_type, target_id)
  )`,
  `CREATE TABLE comments (
    id TEXT PRIMARY KEY,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    target_type TEXT NOT NULL,
    target_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    root_seq BIGINT NOT NULL,
    parent_id TEXT,
    author TEXT NOT NULL,
    body TEXT NOT NULL,
    mentions TEXT NOT NULL,
    shown TEXT NOT NULL,
    reason TEXT,
    agree_count BIGINT NOT NULL DEFAULT 0,
    version BIGINT NOT NULL DEFAULT 1,
    edited_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (target_type, target_id, seq)
  )`,
  `CREATE INDEX comments_in_order ON comments (target_type, target_id, root_seq, seq)`,
  `CREATE INDEX comments_by_person ON comments (target_type, target_id, author)`,
  `CREATE INDEX comments_of_account ON comments (author, created_at)`,
  `CREATE TABLE reactions (
    target_type TEXT NOT NULL,
    target_id TEXT NOT NULL,
    account_address TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (target_type, target_id, account_address)
  )`,
  // Texts that were replaced after the first minutes; the text that stands is in the post itself.
  `CREATE TABLE post_versions (
    target_type TEXT NOT NULL,
    target_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    title TEXT,
    body TEXT NOT NULL,
    written_at BIGINT NOT NULL,
    PRIMARY KEY (target_type, target_id, version)
  )`,
  `CREATE TABLE follows (
    account_address TEXT NOT NULL,
    target_type TEXT NOT NULL,
    target_id TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_address, target_type, target_id)
  )`,
  `CREATE INDEX follows_by_target ON follows (target_type, target_id, state, account_address)`,
  `CREATE TABLE read_marks (
    account_address TEXT NOT NULL,
    target_type TEXT NOT NULL,
    target_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    read_at BIGINT NOT NULL,
    PRIMARY KEY (account_address, target_type, target_id)
  )`,
  `CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    target_type TEXT NOT NULL,
    target_id TEXT NOT NULL,
    target_author TEXT NOT NULL,
    target_label TEXT NOT NULL,
    target_path TEXT NOT NULL,
    reporter TEXT NOT NULL,
    reason TEXT NOT NULL,
    note TEXT NOT NULL,
    status TEXT NOT NULL,
    handled_by TEXT,
    handled_at BIGINT,
    handled_reason TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (target_type, target_id, reporter)
  )`,
  `CREATE INDEX reports_waiting ON reports (community_id, status, created_at, id)`,
  `CREATE INDEX reports_of_account ON reports (reporter, created_at)`,
  `CREATE TABLE moderation_actions (
    id TEXT PRIMARY KEY,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    target_type TEXT NOT NULL,
    target_id TEXT NOT NULL,
    target_label TEXT NOT NULL,
    target_path TEXT,
    reason TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE INDEX moderation_log ON moderation_actions (community_id, created_at, id)`
]

export const discussion = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
