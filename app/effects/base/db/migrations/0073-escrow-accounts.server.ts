/**
 * Escrow accounts of payouts, bonds and budgets, and what moved in them. `unknown`: withdrawals that this site did not make,
 * as JSON; `halted_tx`: the newest of them, until somebody who opens the treasury has looked at it. The accounts that are
 * there already are followed from their first transaction on.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const page = `'/community/detail/' || d.community_id || `
const sources = [
  {
    from: `parkings e JOIN distributions d ON d.id = e.distribution_id`,
    kind: "park",
    related: "d.id",
    about: `'the payout “' || d.title || '”'`,
    target: `${page}'/tokenDistribution?d=' || CAST(d.number AS TEXT)`,
    symbol: "d.symbol"
  },
  {
    from: `bond_parkings e JOIN bond_series d ON d.id = e.series_id`,
    kind: "bond-park",
    related: "d.id",
    about: `'the bond ' || d.code`,
    target: `${page}'/bondissued?series=' || d.code`,
    symbol: "CASE WHEN e.direction = 'buy' THEN 'units of ' || d.code ELSE d.symbol END"
  },
  {
    from: `budgets e JOIN budgets d ON d.id = e.id`,
    kind: "budget-park",
    related: "d.id",
    about: `'the budget “' || d.title || '”'`,
    target: `${page}'/budgets?b=' || CAST(d.number AS TEXT)`,
    symbol: "d.symbol"
  }
]

const statements = [
  `CREATE TABLE escrow_accounts (
    account TEXT PRIMARY KEY,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    about TEXT NOT NULL,
    target TEXT NOT NULL,
    resource TEXT NOT NULL,
    symbol TEXT NOT NULL,
    unknown TEXT NOT NULL DEFAULT '[]',
    halted_tx TEXT
  )`,
  `CREATE INDEX escrow_accounts_of_community ON escrow_accounts (community_id, account)`,
  `CREATE TABLE escrow_movements (
    account TEXT NOT NULL,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    tx_id TEXT NOT NULL,
    resource TEXT NOT NULL,
    change TEXT NOT NULL,
    fee TEXT NOT NULL,
    state_version BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (account, tx_id, resource)
  )`,
  `CREATE INDEX escrow_movements_by_time ON escrow_movements (community_id, at, state_version, account, resource)`,
  ...sources.flatMap(({ about, from, kind, related, symbol, target }) => [
    `INSERT INTO escrow_accounts (account, community_id, about, target, resource, symbol)
      SELECT e.parked, e.community_id, ${about}, ${target}, e.resource, ${symbol} FROM ${from} WHERE e.parked IS NOT NULL`,
    `INSERT INTO ledger_followed (community_id, address, next_version, looked_at)
      SELECT e.community_id, e.parked, COALESCE((SELECT MIN(r.state_version) FROM ledger_records r
        WHERE r.community_id = e.community_id AND r.kind = '${kind}' AND r.related = ${related}), 1), 0
      FROM ${from} WHERE e.parked IS NOT NULL`
  ])
]

export const escrowAccounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
