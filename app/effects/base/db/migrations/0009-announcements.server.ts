/**
 * What a community's speakers announce. `shown` is computed, so every list agrees on what members see; a number is
 * given when it first becomes visible, so drafts leave no gaps. Corrections keep the text before and after.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `ALTER TABLE communities ADD COLUMN announcement_seq BIGINT NOT NULL DEFAULT 0`,
  `CREATE TABLE announcements (
    id TEXT PRIMARY KEY,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    number BIGINT,
    issuer TEXT NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    importance TEXT NOT NULL,
    pinned_until BIGINT,
    publish_at BIGINT,
    state TEXT NOT NULL,
    shown INTEGER NOT NULL GENERATED ALWAYS AS (
      CASE WHEN state IN ('published', 'withdrawn') THEN 1 ELSE 0 END
    ) STORED,
    signed TEXT,
    corrected_at BIGINT,
    withdrawn_at BIGINT,
    withdrawn_reason TEXT,
    read_count BIGINT NOT NULL DEFAULT 0,
    version INTEGER NOT NULL DEFAULT 1,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (community_id, number)
  )`,
  `CREATE INDEX announcements_by_time ON announcements (community_id, shown, publish_at, id)`,
  `CREATE INDEX announcements_pinned ON announcements (community_id, shown, pinned_until)`,
  `CREATE INDEX announcements_due ON announcements (state, publish_at)`,
  `CREATE INDEX announcements_of_issuer ON announcements (issuer, community_id, shown, updated_at, id)`,
  `CREATE INDEX announcements_important ON announcements (community_id, importance, publish_at)`,
  `CREATE TABLE announcement_corrections (
    announcement_id TEXT NOT NULL REFERENCES announcements (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    reason TEXT NOT NULL,
    before_title TEXT NOT NULL,
    before_body TEXT NOT NULL,
    after_title TEXT NOT NULL,
    after_body TEXT NOT NULL,
    PRIMARY KEY (announcement_id, version)
  )`,
  `CREATE TABLE announcement_reads (
    announcement_id TEXT NOT NULL REFERENCES announcements (id) ON DELETE CASCADE,
    account_address TEXT NOT NULL,
    read_at BIGINT NOT NULL,
    PRIMARY KEY (announcement_id, account_address)
  )`,
  // Everything up to this moment counts as read.
  `CREATE TABLE announcement_marks (
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    account_address TEXT NOT NULL,
    read_at BIGINT NOT NULL,
    PRIMARY KEY (community_id, account_address)
  )`
]

export const announcements = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
