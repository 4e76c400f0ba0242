/**
 * Indexes for what one person, one series or one community has, however many there are of everybody's: followed
 * communities in their order, a person's orders in one state, the orders of a series with their units, which are summed
 * from the index alone, and a community's sales by their end. Indexes that those replace are no longer needed.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE INDEX community_follows_newest ON community_follows (account_address, created_at, community_id)`,
  `DROP INDEX community_follows_of_account`,
  `CREATE INDEX bond_orders_of_person ON bond_orders (account, direction, state, series_id)`,
  `CREATE INDEX bond_orders_in_line ON bond_orders (series_id, direction, state, seq, units)`,
  `DROP INDEX bond_orders_waiting`,
  `CREATE INDEX bond_series_closing ON bond_series (community_id, state, sale_closes_at)`,
  `DROP INDEX bond_series_in_state`
]

export const pagesOfMany = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
