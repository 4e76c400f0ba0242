/**
 * Communities, who belongs to them, and what their lists need.
 *
 * `listed` is computed by the database, so no writer can forget it: 1 for what the public directory shows. Every list
 * has an index in its own order that begins with it; a page of any of them is read off the index, without a sort.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE communities (
    id TEXT PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    search_text TEXT NOT NULL,
    tagline TEXT NOT NULL,
    description TEXT NOT NULL,
    logo TEXT,
    cover TEXT,
    tags TEXT NOT NULL,
    visibility TEXT NOT NULL,
    join_policy TEXT NOT NULL,
    join_token TEXT,
    rules TEXT NOT NULL,
    links TEXT NOT NULL,
    template TEXT NOT NULL,
    owner_address TEXT NOT NULL,
    admin_account TEXT,
    treasury_account TEXT,
    locker_address TEXT,
    owner_badge TEXT,
    token_resource TEXT,
    token_symbol TEXT,
    governance TEXT NOT NULL,
    governance_version INTEGER NOT NULL DEFAULT 1,
    member_count BIGINT NOT NULL DEFAULT 0,
    open_proposals BIGINT NOT NULL DEFAULT 0,
    open_sales BIGINT NOT NULL DEFAULT 0,
    thread_count BIGINT NOT NULL DEFAULT 0,
    stage TEXT NOT NULL,
    listed INTEGER NOT NULL GENERATED ALWAYS AS (
      CASE WHEN visibility = 'public' AND stage IN ('live', 'deploying', 'deployed') THEN 1 ELSE 0 END
    ) STORED,
    verified_at BIGINT,
    active_at BIGINT NOT NULL,
    version INTEGER NOT NULL DEFAULT 1,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE INDEX communities_by_activity ON communities (listed, active_at, id)`,
  `CREATE INDEX communities_by_age ON communities (listed, created_at, id)`,
  `CREATE INDEX communities_by_size ON communities (listed, member_count, id)`,
  `CREATE INDEX communities_by_name ON communities (listed, name_key, id)`,
  `CREATE INDEX communities_by_owner ON communities (owner_address, created_at, id)`,
  `CREATE TABLE community_tags (
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (community_id, tag)
  )`,
  `CREATE INDEX community_tags_by_tag ON community_tags (tag, community_id)`,
  `CREATE TABLE governance_versions (
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    settings TEXT NOT NULL,
    changed_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (community_id, version)
  )`,
  `CREATE TABLE memberships (
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    account_address TEXT NOT NULL,
    role TEXT NOT NULL,
    status TEXT NOT NULL,
    weight INTEGER NOT NULL DEFAULT 1,
    joined_at BIGINT NOT NULL,
    invited_by TEXT,
    application_note TEXT,
    suspended_until BIGINT,
    reason TEXT,
    notifications TEXT NOT NULL DEFAULT 'all',
    last_read_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (community_id, account_address)
  )`,
  `CREATE INDEX memberships_by_joining ON memberships (community_id, status, joined_at, account_address)`,
  `CREATE INDEX memberships_by_role ON memberships (community_id, role, status, joined_at, account_address)`,
  `CREATE INDEX memberships_by_account ON memberships (account_address, status, joined_at, community_id)`,
  // How many communities the directory lists, and how many memberships they have: totals of lists are read, not counted.
  `CREATE TABLE public_counts (name TEXT PRIMARY KEY, value BIGINT NOT NULL)`,
  // Demonstration data that is there, so that no start brings it twice.
  `CREATE TABLE seeds (name TEXT PRIMARY KEY, created_at BIGINT NOT NULL)`
]

export const communities = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
  yield* sql`INSERT INTO public_counts ${sql.insert(
    ["communities", "memberships"].map((name) => ({ name, value: 0 }))
  )}`
})
