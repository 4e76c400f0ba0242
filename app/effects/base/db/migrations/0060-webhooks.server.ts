/**
 * Addresses outside that hear of a community's events. `events`: names between spaces, with one at each end. `secret`
 * and `former_secret` (until when both sign) are sealed. `failing_since`: no delivery has gone through since.
 * A delivery names an event by its number; without one it is a test. Nothing of the event is kept twice.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE webhooks (
    id TEXT PRIMARY KEY,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    events TEXT NOT NULL,
    secret TEXT NOT NULL,
    former_secret TEXT,
    former_until BIGINT,
    failing_since BIGINT,
    paused_at BIGINT,
    paused_why TEXT,
    created_at BIGINT NOT NULL,
    UNIQUE (community_id, url)
  )`,
  `CREATE TABLE webhook_deliveries (
    id TEXT PRIMARY KEY,
    hook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    community_id TEXT NOT NULL,
    event TEXT NOT NULL,
    seq BIGINT,
    state TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    next_at BIGINT NOT NULL,
    tried_at BIGINT,
    took_ms INTEGER,
    status INTEGER,
    problem TEXT,
    answer TEXT,
    created_at BIGINT NOT NULL
  )`,
  `CREATE INDEX webhooks_failing ON webhooks (paused_at) WHERE paused_why = 'failing'`,
  `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at, hook_id) WHERE state = 'waiting'`,
  `CREATE INDEX webhook_deliveries_of ON webhook_deliveries (hook_id, created_at, id)`,
  `CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created_at)`
]

export const webhooks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
