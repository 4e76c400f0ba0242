/** Columns of notifications and delegations get the field's terms. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Table, column before, column now. */
export const RENAMED_COLUMNS = [
  ["delegations", "lender", "delegator"],
  ["active_delegations", "lender", "delegator"],
  ["vote_delegations", "lender", "delegator"],
  ["bond_series", "told_ending", "notified_ending"],
  ["bond_series", "told_maturity", "notified_maturity"],
  ["bond_series", "told_late", "notified_late"],
  ["communities", "quiet_told_at", "quiet_notified_at"],
  ["conversations", "told_seq", "notified_seq"],
  ["comment_notifications", "told_account", "notified_account"],
  ["mail_bounces", "told_at", "notified_at"]
] as const

export const notifiedAndDelegator = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const [table, before, now] of RENAMED_COLUMNS) {
    yield* sql.unsafe(`ALTER TABLE ${table} RENAME COLUMN ${before} TO ${now}`)
  }
})
