/**
 * What we asked wallets to sign, what the ledger says became of it, and how a treasury moved.
 *
 * A step is one transaction that somebody was asked for. The first partial index is the once-only key: of all attempts
 * at one thing, one at most is under way or done. A record is any transaction that we asked for or saw.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE ledger_steps (
    id TEXT PRIMARY KEY,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    related TEXT NOT NULL,
    once_key TEXT NOT NULL,
    account TEXT NOT NULL,
    manifest TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    detail TEXT NOT NULL,
    state TEXT NOT NULL,
    tx_id TEXT,
    state_version BIGINT,
    problem TEXT,
    sent_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE UNIQUE INDEX ledger_steps_once ON ledger_steps (once_key)
    WHERE state IN ('waiting', 'sent', 'committed', 'verified')`,
  `CREATE UNIQUE INDEX ledger_steps_proven ON ledger_steps (tx_id) WHERE state = 'verified'`,
  `CREATE INDEX ledger_steps_by_key ON ledger_steps (once_key, created_at, id)`,
  `CREATE INDEX ledger_steps_by_print ON ledger_steps (fingerprint)`,
  `CREATE INDEX ledger_steps_by_state ON ledger_steps (state, updated_at, id)`,
  `CREATE INDEX ledger_steps_of_community ON ledger_steps (community_id, created_at, id)`,
  `CREATE TABLE ledger_records (
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    tx_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    related TEXT,
    status TEXT NOT NULL,
    state_version BIGINT,
    fee TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (community_id, tx_id)
  )`,
  `CREATE INDEX ledger_records_by_version ON ledger_records (community_id, state_version, tx_id)`,
  // Signed amounts, one row for each resource a transaction moved.
  `CREATE TABLE treasury_movements (
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    tx_id TEXT NOT NULL,
    resource TEXT NOT NULL,
    change TEXT NOT NULL,
    state_version BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (community_id, tx_id, resource)
  )`,
  `CREATE INDEX treasury_movements_by_version ON treasury_movements (community_id, state_version, resource)`,
  // From which state version on an address is still to be read.
  `CREATE TABLE ledger_followed (
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    next_version BIGINT NOT NULL,
    looked_at BIGINT NOT NULL,
    PRIMARY KEY (community_id, address)
  )`,
  `CREATE INDEX ledger_followed_by_look ON ledger_followed (looked_at, address)`
]

export const ledgerRecords = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
