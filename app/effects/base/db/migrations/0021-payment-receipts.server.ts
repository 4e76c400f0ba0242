/**
 * Receipts of payments: a coupon has no order but a row of a distribution, and each row one receipt. Numbers of payments
 * are counted apart from those of purchases. The table is made anew because SQLite cannot take a NOT NULL back.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const KEPT = [
  "id",
  "order_id",
  "series_id",
  "community_id",
  "kind",
  "account",
  "units",
  "amount",
  "tx_id",
  "state_version",
  "settled_at",
  "number",
  "check_code",
  "document"
].join(", ")

const statements = [
  `ALTER TABLE bond_series ADD COLUMN payment_seq BIGINT NOT NULL DEFAULT 0`,
  `CREATE TABLE bond_receipts_of_both (
    id TEXT PRIMARY KEY,
    order_id TEXT UNIQUE REFERENCES bond_orders (id) ON DELETE CASCADE,
    row_id TEXT UNIQUE,
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
  `INSERT INTO bond_receipts_of_both (${KEPT}) SELECT ${KEPT} FROM bond_receipts`,
  `DROP TABLE bond_receipts`,
  `ALTER TABLE bond_receipts_of_both RENAME TO bond_receipts`,
  `CREATE INDEX bond_receipts_of_account ON bond_receipts (account, community_id, settled_at, id)`,
  `CREATE INDEX bond_receipts_of_series ON bond_receipts (series_id, account)`
]

export const paymentReceipts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
