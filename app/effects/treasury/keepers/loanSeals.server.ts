/** Signed loans that wait for the other keepers, for sealing anew. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { SealedRow, type SealedTexts } from "~/effects/base/jobs/Resealing.server"
import { KEEPER_LOANS } from "./PartsRepo.server"

export const loanSeals = Effect.map(SqlClient.SqlClient, (sql): SealedTexts => {
  const next = SqlSchema.findAll({
    Request: Schema.Struct({ after: Schema.String, limit: Schema.Int }),
    Result: SealedRow,
    execute: ({ after, limit }) => sql`SELECT id, sealed FROM keeper_parts
      WHERE sealed IS NOT NULL AND id > ${after} ORDER BY id LIMIT ${limit}`
  })
  return {
    purpose: KEEPER_LOANS,
    next: (after, limit) => Effect.orDie(next({ after, limit })),
    replace: ({ id, sealed }, anew) =>
      Effect.orDie(sql`UPDATE keeper_parts SET sealed = ${anew} WHERE id = ${id} AND sealed = ${sealed}`)
  }
})
