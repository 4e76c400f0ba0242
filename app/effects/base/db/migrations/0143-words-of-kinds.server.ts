/** Columns of jobs and of the indexer, and kinds that rows store, get the field's terms. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Table, column before, column now. */
export const RENAMED_COLUMNS = [
  ["work_items", "piece", "item"],
  ["ledger_followed", "looked_at", "polled_at"]
] as const

/** Kinds of notifications: before, now. */
export const RENAMED_TYPES = [
  ["keepers", "signers"],
  ["lentVote", "delegation"],
  ["standing", "role"]
] as const

/** A quotation mark inside a string of JSON has a backslash before it, so this text is only ever a member's name. */
const SIGNERS = (column: string) => `${column} = REPLACE(${column}, '"keepers":', '"signers":')`

const statements = [
  ...RENAMED_COLUMNS.map(([table, before, now]) => `ALTER TABLE ${table} RENAME COLUMN ${before} TO ${now}`),
  ...RENAMED_TYPES.flatMap(([before, now]) =>
    ["notifications", "mail_choices"].map((table) => `UPDATE ${table} SET type = '${now}' WHERE type = '${before}'`)
  ),
  "UPDATE operator_log SET target_type = 'email' WHERE target_type = 'letter'",
  `UPDATE prepared_transactions SET ${SIGNERS("detail")} WHERE kind = 'deploy'`,
  // A draft that was saved since the form calls them signers has both, and that one is the later.
  `UPDATE drafts SET ${SIGNERS("data")} WHERE place LIKE 'deploy/%' AND data NOT LIKE '%"signers":%'`
]

export const wordsOfKinds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
