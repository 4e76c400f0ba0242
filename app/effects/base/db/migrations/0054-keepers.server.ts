/**
 * Treasuries that open for n of m keepers. The rule itself is on the ledger; `keeper_rules` and `keeper_seats` hold it as
 * it was last proven, so that people can be told. An act is a payment or a change of the rule that waits for keepers;
 * `tx_payload` is the notarized transaction once it is sent. A part is what one keeper was asked to sign for an act:
 * `sealed` is a signed loan, encrypted. Of two acts that a vote decided, one at most waits or happens.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE keeper_rules (
    community_id TEXT PRIMARY KEY REFERENCES communities (id) ON DELETE CASCADE,
    needed BIGINT NOT NULL,
    tx_id TEXT NOT NULL,
    state_version BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE TABLE keeper_seats (
    community_id TEXT NOT NULL REFERENCES keeper_rules (community_id) ON DELETE CASCADE,
    badge_id TEXT NOT NULL,
    account TEXT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (community_id, badge_id)
  )`,
  `CREATE INDEX keeper_seats_of_account ON keeper_seats (account, community_id)`,
  `CREATE TABLE keeper_acts (
    id TEXT PRIMARY KEY,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    digest TEXT NOT NULL,
    once_key TEXT NOT NULL,
    account TEXT NOT NULL,
    state TEXT NOT NULL,
    signers TEXT NOT NULL,
    parts TEXT NOT NULL,
    tx_id TEXT,
    tx_payload TEXT,
    ends_at BIGINT,
    problem TEXT,
    reminded_at BIGINT,
    decided_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (community_id, number)
  )`,
  `CREATE UNIQUE INDEX keeper_acts_once ON keeper_acts (community_id, once_key)
    WHERE state IN ('waiting', 'sent', 'committed')`,
  `CREATE INDEX keeper_acts_by_state ON keeper_acts (state, id)`,
  `CREATE TABLE keeper_parts (
    id TEXT PRIMARY KEY,
    act_id TEXT NOT NULL REFERENCES keeper_acts (id) ON DELETE CASCADE,
    community_id TEXT NOT NULL,
    account TEXT NOT NULL,
    badge_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    sealed TEXT,
    subintent_hash TEXT UNIQUE,
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE INDEX keeper_parts_live ON keeper_parts (community_id, expires_at)`,
  `CREATE INDEX keeper_parts_of_act ON keeper_parts (act_id, created_at)`
]

export const keepers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
