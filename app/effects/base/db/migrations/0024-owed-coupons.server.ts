/** A coupon remembers which payments it was prepared as: those alone are owed, and need no vote of their own. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [`ALTER TABLE bond_coupons ADD COLUMN plan_digest TEXT`]

export const owedCoupons = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
