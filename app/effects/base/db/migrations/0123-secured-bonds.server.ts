/**
 * Secured bonds. `collateral` and its columns are null for every other series; `collateral_amount` is for one bond, and
 * `collateral_from` is what the ledger says, not what the terms promise. `notified_collateral`: the last letter about it, of
 * three. `vault`: the access controller of one bond.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  ...[
    "collateral TEXT",
    "collateral_symbol TEXT",
    "collateral_amount TEXT",
    "grace_days INTEGER",
    "collateral_from BIGINT",
    "notified_collateral INTEGER NOT NULL DEFAULT 0"
  ].map((column) => `ALTER TABLE bond_series ADD COLUMN ${column}`),
  `CREATE TABLE bond_collateral (
    series_id TEXT NOT NULL REFERENCES bond_series (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    vault TEXT NOT NULL,
    PRIMARY KEY (series_id, number)
  )`,
  `CREATE INDEX bond_series_collateral ON bond_series (id) WHERE collateral_from IS NOT NULL AND notified_collateral < 3`
]

export const securedBonds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
