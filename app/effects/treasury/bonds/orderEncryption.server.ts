/** Signed orders that no batch has settled, for encryption with a new key. */
import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { findAll } from "~/effects/base/db/statements.server"
import { SealedRow, type SealedTexts } from "~/effects/base/jobs/Resealing.server"
import { SIGNED_ORDERS } from "./SealedOrders.server"

export const orderEncryption = Effect.map(SqlClient.SqlClient, (sql): SealedTexts => {
  const next = findAll({
    Request: Schema.Struct({ after: Schema.String, limit: Schema.Int }),
    Result: SealedRow,
    execute: ({ after, limit }) => sql`SELECT id, sealed FROM bond_orders
      WHERE state IN ('signed', 'settling') AND sealed IS NOT NULL AND id > ${after} ORDER BY id LIMIT ${limit}`
  })
  return {
    purpose: SIGNED_ORDERS,
    next: (after, limit) => next({ after, limit }),
    replace: ({ id, sealed }, reencrypted) =>
      Effect.orDie(sql`UPDATE bond_orders SET sealed = ${reencrypted} WHERE id = ${id} AND sealed = ${sealed}`)
  }
})
