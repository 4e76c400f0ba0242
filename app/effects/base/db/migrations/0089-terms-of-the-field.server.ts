/** Names tables by the terms of docs/glossary.md. Rows, keys and indexes stay as they are. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  "ALTER TABLE keeper_acts RENAME TO approval_requests",
  "ALTER TABLE keeper_answers RENAME TO approval_answers",
  "ALTER TABLE keeper_comments RENAME TO approval_comments",
  "ALTER TABLE keeper_rules RENAME TO signer_rules",
  "ALTER TABLE keeper_seats RENAME TO signers",
  "ALTER TABLE loans RENAME TO active_delegations",
  "ALTER TABLE vote_loans RENAME TO vote_delegations",
  "ALTER TABLE job_pieces RENAME TO work_items",
  "ALTER TABLE ledger_steps RENAME TO prepared_transactions",
  "ALTER TABLE step_leases RENAME TO transaction_leases",
  "ALTER TABLE submit_keys RENAME TO idempotency_keys",
  "ALTER TABLE site_switches RENAME TO feature_flags",
  "ALTER TABLE tellings RENAME TO comment_notifications",
  "ALTER TABLE turns RENAME TO locks",
  "ALTER TABLE wishes RENAME TO feature_requests",
  "ALTER TABLE wish_counts RENAME TO feature_request_counts",
  "ALTER TABLE standings RENAME TO vote_tallies"
]

/** Each former name with the present one. */
export const RENAMED: Readonly<Record<string, string>> = Object.fromEntries(
  statements.map((statement) => statement.split(" ").filter((word) => /^[a-z]/.test(word)))
)

export const termsOfTheField = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
