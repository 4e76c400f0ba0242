/**
 * Secrets of webhooks for encryption with a new key: the current ones, and the previous ones that still sign for a day.
 */
import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { findAll } from "~/effects/base/db/statements.server"
import { SealedRow, type SealedTexts } from "~/effects/base/jobs/Resealing.server"
import { HOOK_SECRETS } from "./Webhooks.server"

export const webhookEncryption = Effect.map(SqlClient.SqlClient, (sql): ReadonlyArray<SealedTexts> => {
  const inColumn = (column: "secret" | "former_secret"): SealedTexts => {
    const next = findAll({
      Request: Schema.Struct({ after: Schema.String, limit: Schema.Int }),
      Result: SealedRow,
      execute: ({ after, limit }) => sql`SELECT id, ${sql(column)} AS sealed FROM webhooks
        WHERE ${sql(column)} IS NOT NULL AND id > ${after} ORDER BY id LIMIT ${limit}`
    })
    return {
      purpose: HOOK_SECRETS,
      next: (after, limit) => next({ after, limit }),
      replace: ({ id, sealed }, reencrypted) =>
        Effect.orDie(
          sql`UPDATE webhooks SET ${sql(column)} = ${reencrypted} WHERE id = ${id} AND ${sql(column)} = ${sealed}`
        )
    }
  }
  return [inColumn("secret"), inColumn("former_secret")]
})
