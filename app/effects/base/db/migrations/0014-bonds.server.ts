/**
 * Bond series, the orders signed for them, the batches that settle orders, and the receipts of what was settled.
 *
 * `sold` counts units of orders that are signed, being settled or settled; it is raised in one statement that compares
 * it with `units`, so no race sells a unit twice. A subintent belongs to one order, and an order has one receipt.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE bond_series (
    id TEXT PRIMARY KEY,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    code TEXT NOT NULL,
    state TEXT NOT NULL,
    author TEXT NOT NULL,
    name TEXT NOT NULL,
    purpose TEXT NOT NULL,
    variant TEXT NOT NULL,
    currency TEXT NOT NULL,
    symbol TEXT NOT NULL,
    divisibility INTEGER NOT NULL,
    face_value TEXT NOT NULL,
    issue_price TEXT NOT NULL,
    units BIGINT NOT NULL,
    coupon_rate_pct TEXT,
    coupon_every TEXT,
    audience TEXT NOT NULL,
    min_per_buyer BIGINT NOT NULL,
    max_per_buyer BIGINT NOT NULL,
    min_raise_units BIGINT NOT NULL,
    sale_opens_at BIGINT NOT NULL,
    sale_closes_at BIGINT NOT NULL,
    settle_mode TEXT NOT NULL,
    matures_at BIGINT NOT NULL,
    reserve_account TEXT NOT NULL,
    terms_digest TEXT,
    proposal_id TEXT,
    bond_resource TEXT,
    issue_tx_id TEXT,
    sold BIGINT NOT NULL DEFAULT 0,
    order_seq BIGINT NOT NULL DEFAULT 0,
    settled_units BIGINT NOT NULL DEFAULT 0,
    redeemed_units BIGINT NOT NULL DEFAULT 0,
    receipt_seq BIGINT NOT NULL DEFAULT 0,
    late_since BIGINT,
    defaulted_at BIGINT,
    ended_reason TEXT,
    told_ending INTEGER NOT NULL DEFAULT 0,
    told_maturity INTEGER NOT NULL DEFAULT 0,
    version INTEGER NOT NULL DEFAULT 1,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (community_id, code)
  )`,
  `CREATE INDEX bond_series_by_state ON bond_series (state, id)`,
  `CREATE INDEX bond_series_of_community ON bond_series (community_id, sale_opens_at, id)`,
  `CREATE TABLE bond_orders (
    id TEXT PRIMARY KEY,
    series_id TEXT NOT NULL REFERENCES bond_series (id) ON DELETE CASCADE,
    community_id TEXT NOT NULL,
    direction TEXT NOT NULL,
    account TEXT NOT NULL,
    units BIGINT NOT NULL,
    total TEXT NOT NULL,
    state TEXT NOT NULL,
    subintent_hash TEXT UNIQUE,
    sealed TEXT,
    seq BIGINT,
    signed_at BIGINT,
    expires_at BIGINT NOT NULL,
    batch_id TEXT,
    tx_id TEXT,
    failure TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE INDEX bond_orders_waiting ON bond_orders (series_id, direction, state, seq)`,
  `CREATE INDEX bond_orders_of_account ON bond_orders (account, community_id, created_at, id)`,
  `CREATE INDEX bond_orders_expiring ON bond_orders (state, expires_at)`,
  `CREATE TABLE bond_batches (
    id TEXT PRIMARY KEY,
    series_id TEXT NOT NULL REFERENCES bond_series (id) ON DELETE CASCADE,
    community_id TEXT NOT NULL,
    direction TEXT NOT NULL,
    state TEXT NOT NULL,
    account TEXT NOT NULL,
    badge_id TEXT NOT NULL,
    order_ids TEXT NOT NULL,
    units BIGINT NOT NULL,
    amount TEXT NOT NULL,
    tx_id TEXT UNIQUE,
    payload TEXT,
    problem TEXT,
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE INDEX bond_batches_by_state ON bond_batches (state, updated_at)`,
  `CREATE INDEX bond_batches_of_series ON bond_batches (series_id, created_at)`,
  `CREATE TABLE bond_receipts (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL UNIQUE REFERENCES bond_orders (id) ON DELETE CASCADE,
    series_id TEXT NOT NULL REFERENCES bond_series (id) ON DELETE CASCADE,
    community_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    account TEXT NOT NULL,
    units BIGINT NOT NULL,
    amount TEXT NOT NULL,
    tx_id TEXT NOT NULL,
    state_version BIGINT NOT NULL,
    settled_at BIGINT NOT NULL,
    number TEXT NOT NULL,
    check_code TEXT NOT NULL,
    document TEXT NOT NULL,
    UNIQUE (community_id, number)
  )`,
  `CREATE INDEX bond_receipts_of_account ON bond_receipts (account, community_id, settled_at, id)`,
  `CREATE INDEX bond_receipts_of_series ON bond_receipts (series_id, account)`,
  `CREATE TABLE bond_coupons (
    series_id TEXT NOT NULL REFERENCES bond_series (id) ON DELETE CASCADE,
    due_at BIGINT NOT NULL,
    per_unit TEXT NOT NULL,
    record_version BIGINT,
    distribution_id TEXT,
    paid_at BIGINT,
    PRIMARY KEY (series_id, due_at)
  )`,
  `CREATE TABLE bond_cover (
    series_id TEXT NOT NULL REFERENCES bond_series (id) ON DELETE CASCADE,
    day BIGINT NOT NULL,
    balance TEXT NOT NULL,
    owed TEXT NOT NULL,
    PRIMARY KEY (series_id, day)
  )`
]

export const bonds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
