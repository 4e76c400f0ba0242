/**
 * Who held a bond's units when a coupon fell due: the ledger's version at that moment, and the holders with their amounts
 * as JSON (`[[account, amount], …]`). Null until the server has asked the ledger.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `ALTER TABLE bond_coupons ADD COLUMN due_version BIGINT`,
  `ALTER TABLE bond_coupons ADD COLUMN due_holders TEXT`
]

export const couponRecords = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
