/**
 * Spending rules whose whole amount is parked: `most` is the largest single payment, `payments` how many there may be,
 * `until_at` when the period ends, `digest` of these terms as they stand on the parked account. `proposal_id`: the vote
 * that approved it. `work_step` and `payload`: the transaction of the site's key that the ledger has not decided yet.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE budgets (
    id TEXT PRIMARY KEY,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    account TEXT NOT NULL,
    title TEXT NOT NULL,
    resource TEXT NOT NULL,
    symbol TEXT NOT NULL,
    divisibility INTEGER NOT NULL,
    total TEXT NOT NULL,
    most TEXT,
    payments INTEGER NOT NULL,
    until_at BIGINT NOT NULL,
    treasury TEXT NOT NULL,
    digest TEXT NOT NULL,
    fees TEXT NOT NULL,
    proposal_id TEXT,
    settler TEXT,
    kept TEXT,
    parked TEXT,
    state TEXT NOT NULL,
    paused INTEGER NOT NULL DEFAULT 0,
    step_id TEXT,
    work_step TEXT,
    payload TEXT,
    made INTEGER NOT NULL DEFAULT 0,
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
    updated_at BIGINT NOT NULL,
    UNIQUE (community_id, number)
  )`,
  `CREATE INDEX budgets_live ON budgets (state, updated_at)`,
  `CREATE TABLE budget_payments (
    id TEXT PRIMARY KEY,
    budget_id TEXT NOT NULL REFERENCES budgets (id) ON DELETE CASCADE,
    n BIGINT NOT NULL,
    community_id TEXT NOT NULL,
    account TEXT NOT NULL,
    amount TEXT NOT NULL,
    reason TEXT NOT NULL,
    asked_by TEXT NOT NULL,
    state TEXT NOT NULL,
    tx_id TEXT,
    problem TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (budget_id, n)
  )`,
  `CREATE INDEX budget_payments_waiting ON budget_payments (budget_id, n) WHERE state = 'waiting'`,
  `CREATE INDEX budget_payments_by_account ON budget_payments (account)`,
  `CREATE INDEX budget_payments_by_asker ON budget_payments (asked_by)`
]

export const budgets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
