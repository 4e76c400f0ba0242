/**
 * What a payout parked for the site's key to pay from. `fee`: expected of one batch. `work_step` and `payload`: the
 * transaction of the site's key that the ledger has not decided yet. `moves`: transactions that brought something back.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE parkings (
    distribution_id TEXT PRIMARY KEY REFERENCES distributions (id) ON DELETE CASCADE,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    account TEXT NOT NULL,
    digest TEXT NOT NULL,
    resource TEXT NOT NULL,
    total TEXT NOT NULL,
    fees TEXT NOT NULL,
    fee TEXT NOT NULL,
    settler TEXT NOT NULL,
    treasury TEXT NOT NULL,
    parked TEXT,
    locker TEXT,
    state TEXT NOT NULL,
    step_id TEXT NOT NULL,
    work_step TEXT,
    payload TEXT,
    batches INTEGER NOT NULL DEFAULT 0,
    paid TEXT NOT NULL DEFAULT '0',
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
  `CREATE INDEX parkings_due ON parkings (state, updated_at)`,
  `CREATE INDEX parkings_by_key ON parkings (community_id, settler)`
]

export const parkings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
