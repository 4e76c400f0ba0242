/**
 * What happened in communities, who was told, which letters they want, and which server runs which job.
 *
 * Events are numbered within their community by a counter in its own row: the row is locked until the writer commits,
 * so numbers appear in the order of commits and a reader that resumes after one misses nothing.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `ALTER TABLE communities ADD COLUMN activity_seq BIGINT NOT NULL DEFAULT 0`,
  `CREATE TABLE activity_events (
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    actor TEXT,
    type TEXT NOT NULL,
    topic TEXT NOT NULL,
    target TEXT NOT NULL,
    data TEXT NOT NULL,
    visibility TEXT NOT NULL,
    reach INTEGER NOT NULL GENERATED ALWAYS AS (
      CASE visibility WHEN 'public' THEN 0 WHEN 'members' THEN 1 ELSE 2 END
    ) STORED,
    PRIMARY KEY (community_id, seq)
  )`,
  `CREATE INDEX activity_events_by_topic ON activity_events (community_id, topic, seq)`,
  `CREATE INDEX activity_events_by_person ON activity_events (community_id, actor, seq)`,
  `CREATE INDEX activity_events_by_actor ON activity_events (actor, at, community_id, seq)`,
  // One row for each day (of UTC, counted from 1970) on which something happened: the charts read these.
  `CREATE TABLE community_days (
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    day INTEGER NOT NULL,
    members BIGINT NOT NULL,
    posts BIGINT NOT NULL,
    events BIGINT NOT NULL,
    PRIMARY KEY (community_id, day)
  )`,
  // merge_key: what makes two tellings one entry while ten minutes last; afterwards the entry's own id.
  `CREATE TABLE notifications (
    account_address TEXT NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    community_id TEXT REFERENCES communities (id) ON DELETE CASCADE,
    target TEXT NOT NULL,
    text TEXT NOT NULL,
    importance TEXT NOT NULL,
    merge_key TEXT NOT NULL,
    times INTEGER NOT NULL DEFAULT 1,
    email TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    read_at BIGINT,
    emailed_at BIGINT,
    PRIMARY KEY (account_address, id)
  )`,
  `CREATE UNIQUE INDEX notifications_by_merge ON notifications (merge_key, account_address)`,
  `CREATE INDEX notifications_by_time ON notifications (account_address, created_at, id)`,
  `CREATE INDEX notifications_unread ON notifications (account_address, created_at, id) WHERE read_at IS NULL`,
  `CREATE INDEX notifications_to_mail ON notifications (email, created_at, account_address, id)
    WHERE emailed_at IS NULL AND email <> 'none'`,
  `CREATE INDEX notifications_to_digest ON notifications (account_address, email, created_at, id)
    WHERE emailed_at IS NULL AND email <> 'none'`,
  `CREATE INDEX notifications_by_age ON notifications (created_at)`,
  `CREATE TABLE mail_choices (
    account_address TEXT NOT NULL,
    type TEXT NOT NULL,
    choice TEXT NOT NULL,
    PRIMARY KEY (account_address, type)
  )`,
  // Whose digest has something in it, and when it leaves; 0 until the morning has been worked out.
  `CREATE TABLE digests (account_address TEXT PRIMARY KEY, due_at BIGINT NOT NULL)`,
  `CREATE INDEX digests_due ON digests (due_at, account_address)`,
  // Addresses that work without signing in: leaving letters, the personal calendar.
  `CREATE TABLE secret_links (
    secret TEXT PRIMARY KEY,
    account_address TEXT NOT NULL,
    purpose TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (account_address, purpose)
  )`,
  `ALTER TABLE outbox ADD COLUMN leave_url TEXT`,
  // done_slot: the last minute (or hour) a job was finished in.
  `CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    leased_until BIGINT NOT NULL,
    done_slot BIGINT NOT NULL
  )`
]

export const activity = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
