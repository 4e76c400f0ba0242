/**
 * Expenses that members submit and reviewers decide. `account`: the submitter. `way`, `way_id` and `way_n`: what pays the expense. Only the change of `state` from `approved` to `paying` may order
 * a payment, so that one expense is never ordered twice. `sha256` of a file is that of the bytes as they were sent.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE expense_rules (
    community_id TEXT PRIMARY KEY REFERENCES communities (id) ON DELETE CASCADE,
    reviewers TEXT NOT NULL,
    shown TEXT NOT NULL,
    categories TEXT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE TABLE expenses (
    id TEXT PRIMARY KEY,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    account TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    resource TEXT NOT NULL,
    symbol TEXT NOT NULL,
    divisibility INTEGER NOT NULL,
    amount TEXT NOT NULL,
    payee TEXT NOT NULL,
    day TEXT NOT NULL,
    category TEXT NOT NULL,
    words TEXT NOT NULL,
    state TEXT NOT NULL,
    answer TEXT,
    problem TEXT,
    way TEXT,
    way_id TEXT,
    way_n BIGINT,
    tx_id TEXT,
    version INTEGER NOT NULL DEFAULT 1,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (community_id, number)
  )`,
  `CREATE INDEX expenses_by_state ON expenses (community_id, state, number)`,
  `CREATE INDEX expenses_by_account ON expenses (account, community_id, number)`,
  `CREATE INDEX expenses_by_day ON expenses (community_id, day)`,
  `CREATE INDEX expenses_alike ON expenses (community_id, payee, day)`,
  `CREATE INDEX expenses_paying ON expenses (id) WHERE state = 'paying'`,
  `CREATE TABLE expense_files (
    id TEXT PRIMARY KEY,
    expense_id TEXT NOT NULL REFERENCES expenses (id) ON DELETE CASCADE,
    community_id TEXT NOT NULL,
    name TEXT NOT NULL,
    mime TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    sha256 TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`,
  `CREATE INDEX expense_files_by_expense ON expense_files (expense_id, created_at)`,
  `CREATE INDEX expense_files_by_hash ON expense_files (community_id, sha256)`,
  `CREATE TABLE expense_events (
    id TEXT PRIMARY KEY,
    expense_id TEXT NOT NULL REFERENCES expenses (id) ON DELETE CASCADE,
    n BIGINT NOT NULL,
    account TEXT,
    kind TEXT NOT NULL,
    words TEXT NOT NULL,
    at BIGINT NOT NULL,
    UNIQUE (expense_id, n)
  )`,
  `CREATE INDEX expense_events_by_account ON expense_events (account)`
]

export const expenses = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
