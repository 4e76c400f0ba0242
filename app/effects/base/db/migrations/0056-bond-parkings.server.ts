/**
 * What was parked for a sale (its units) or for redemptions (face values), for the site's key to settle orders from.
 * `handed`: of the token, to buyers or holders. `work_step` and `payload`: the transaction that brings the rest back, as
 * long as the ledger has not decided on it. A batch that was settled from one names it.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE bond_parkings (
    id TEXT PRIMARY KEY,
    series_id TEXT NOT NULL REFERENCES bond_series (id) ON DELETE CASCADE,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    direction TEXT NOT NULL,
    account TEXT NOT NULL,
    digest TEXT NOT NULL,
    resource TEXT NOT NULL,
    total TEXT NOT NULL,
    fees TEXT NOT NULL,
    settler TEXT NOT NULL,
    treasury TEXT NOT NULL,
    parked TEXT,
    state TEXT NOT NULL,
    step_id TEXT NOT NULL,
    work_step TEXT,
    payload TEXT,
    batches INTEGER NOT NULL DEFAULT 0,
    orders INTEGER NOT NULL DEFAULT 0,
    handed TEXT NOT NULL DEFAULT '0',
    spent TEXT NOT NULL DEFAULT '0',
    returned TEXT NOT NULL DEFAULT '0',
    returned_fees TEXT NOT NULL DEFAULT '0',
    moves INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    next_at BIGINT NOT NULL DEFAULT 0,
    problem TEXT,
    parked_at BIGINT,
    ended_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE INDEX bond_parkings_of ON bond_parkings (series_id, direction)`,
  `CREATE INDEX bond_parkings_live ON bond_parkings (state, updated_at)`,
  `ALTER TABLE bond_batches ADD COLUMN parking_id TEXT`,
  `CREATE INDEX bond_batches_parked ON bond_batches (parking_id) WHERE parking_id IS NOT NULL`
]

export const bondParkings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
