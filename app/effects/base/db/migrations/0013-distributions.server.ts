/**
 * Payouts to many: the run, its rows and its batches, and what waits in lockers because of them.
 *
 * A row's key ends with its line, so that pages follow it. A batch belongs to one run for ever; that it is paid once is
 * kept by the ledger (`drop:{run}-{n}`) and by ledger_steps. A claim names the row that it came from.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const COUNTERS = ["total", "ready", "wrong", "excluded", "sent", "claimable", "claimed", "recovered"]

const statements = [
  `ALTER TABLE communities ADD COLUMN distribution_seq BIGINT NOT NULL DEFAULT 0`,
  `CREATE TABLE distributions (
    id TEXT PRIMARY KEY,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    account TEXT NOT NULL,
    purpose TEXT NOT NULL,
    title TEXT NOT NULL,
    note TEXT NOT NULL,
    resource TEXT NOT NULL,
    symbol TEXT NOT NULL,
    divisibility INTEGER NOT NULL,
    source TEXT NOT NULL,
    rule TEXT,
    record_version BIGINT,
    record_at BIGINT,
    mode TEXT NOT NULL,
    chunk_size INTEGER NOT NULL,
    ${COUNTERS.map((name) => `rows_${name} INTEGER NOT NULL DEFAULT 0`).join(", ")},
    chunks_total INTEGER NOT NULL DEFAULT 0,
    chunks_done INTEGER NOT NULL DEFAULT 0,
    total TEXT NOT NULL,
    remainder TEXT NOT NULL,
    digest TEXT,
    proposal_id TEXT,
    recover_days INTEGER,
    recover_after BIGINT,
    reminded INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL,
    paused INTEGER NOT NULL DEFAULT 0,
    finished INTEGER NOT NULL DEFAULT 0,
    started_version BIGINT,
    started_at BIGINT,
    finished_at BIGINT,
    version INTEGER NOT NULL DEFAULT 1,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE UNIQUE INDEX distributions_by_number ON distributions (community_id, number)`,
  `CREATE INDEX distributions_finished ON distributions (community_id, finished, number)`,
  `CREATE INDEX distributions_by_digest ON distributions (digest)`,
  `CREATE INDEX distributions_running ON distributions (account, state)`,
  `CREATE INDEX distributions_to_recover ON distributions (reminded, recover_after)`,
  `CREATE TABLE distribution_rows (
    id TEXT PRIMARY KEY,
    distribution_id TEXT NOT NULL REFERENCES distributions (id) ON DELETE CASCADE,
    community_id TEXT NOT NULL,
    line INTEGER NOT NULL,
    account TEXT NOT NULL,
    amount TEXT NOT NULL,
    note TEXT NOT NULL,
    state TEXT NOT NULL,
    error TEXT,
    chunk INTEGER,
    tx_id TEXT
  )`,
  `CREATE INDEX distribution_rows_by_line ON distribution_rows (distribution_id, line)`,
  `CREATE INDEX distribution_rows_by_state ON distribution_rows (distribution_id, state, line)`,
  `CREATE INDEX distribution_rows_by_chunk ON distribution_rows (distribution_id, chunk, line)`,
  `CREATE INDEX distribution_rows_of_community ON distribution_rows (community_id, id)`,
  `CREATE TABLE distribution_chunks (
    distribution_id TEXT NOT NULL REFERENCES distributions (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    people INTEGER NOT NULL,
    amount TEXT NOT NULL,
    hash TEXT NOT NULL,
    state TEXT NOT NULL,
    step_id TEXT,
    tx_id TEXT,
    error TEXT,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (distribution_id, n)
  )`,
  `CREATE TABLE claims (
    id TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    resource TEXT NOT NULL,
    symbol TEXT NOT NULL,
    amount TEXT NOT NULL,
    origin TEXT NOT NULL,
    origin_id TEXT NOT NULL,
    locker TEXT NOT NULL,
    state TEXT NOT NULL,
    tx_id TEXT,
    available_version BIGINT NOT NULL,
    available_at BIGINT NOT NULL,
    recover_after BIGINT,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE INDEX claims_of_account ON claims (account, state, community_id)`,
  `CREATE INDEX claims_of_community ON claims (community_id, account, available_at, id)`,
  `CREATE INDEX claims_of_origin ON claims (origin_id)`
]

export const distributions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
