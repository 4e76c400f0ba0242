/**
 * Indexes for lists that grew with what there was (docs/goals.md A14): each has the columns a list is narrowed by, then
 * those it is ordered by, so that a page is read off it without a sort and without rows that are not shown.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE INDEX notifications_unread_here ON notifications (account_address, community_id) WHERE read_at IS NULL`,
  // One person's communities by role; suspended members stay in the list.
  `DROP INDEX memberships_by_own_role`,
  `CREATE INDEX memberships_of_person ON memberships (account_address, role, joined_at, community_id)
    WHERE status IN ('active', 'suspended')`,
  `CREATE INDEX IF NOT EXISTS communities_by_admin ON communities (admin_account)`,
  `CREATE INDEX proposals_authored ON proposals (author, published_at)`,
  `CREATE INDEX ledger_steps_of_person ON ledger_steps (community_id, kind, account, created_at, id)`,
  `CREATE INDEX announcements_scheduled ON announcements (issuer, publish_at) WHERE state = 'scheduled'`,
  // What happened to one series.
  `CREATE INDEX activity_events_of_bond ON activity_events (community_id, target, seq) WHERE topic = 'bonds'`,
  `CREATE INDEX bond_series_in_state ON bond_series (community_id, state)`,
  `CREATE INDEX bond_series_selling ON bond_series (state, sale_closes_at, id)`,
  `CREATE INDEX bond_orders_by_number ON bond_orders (series_id, seq)`,
  `DROP INDEX bond_orders_expiring`,
  `CREATE INDEX bond_orders_expiring ON bond_orders (state, expires_at, id)`,
  `DROP INDEX bond_batches_of_series`,
  `CREATE INDEX bond_batches_of_series ON bond_batches (series_id, created_at, id)`
]

export const growth = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
