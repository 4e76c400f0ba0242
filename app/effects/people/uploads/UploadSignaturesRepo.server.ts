/** Upload signatures in the database, by their hash. */
import { Effect, Schema } from "effect"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"

const Permission = Schema.Struct({
  browserHash: Schema.String,
  expiresAt: Schema.Number,
  usedAt: Schema.NullOr(Schema.Number)
})

export interface NewPermission {
  readonly signatureHash: string
  readonly browserHash: string
  readonly network: string | null
  readonly createdAt: number
  readonly expiresAt: number
}

export class UploadSignaturesRepo extends Effect.Service<UploadSignaturesRepo>()(
  "people/uploads/UploadSignaturesRepo",
  {
    effect: Effect.gen(function* () {
      const sql = yield* Sql

      const selectTimes = findAll({
        Request: Schema.Struct({ column: Schema.String, value: Schema.String, since: Schema.Number }),
        Result: Schema.Struct({ createdAt: Schema.Number }),
        execute: ({ column, since, value }) => sql`SELECT created_at FROM upload_signatures
        WHERE ${sql(column)} = ${value} AND created_at > ${since} ORDER BY created_at DESC LIMIT 500`
      })

      const find = findOne({
        Request: Schema.String,
        Result: Permission,
        execute: (hash) =>
          sql`SELECT browser_hash, expires_at, used_at FROM upload_signatures WHERE signature_hash = ${hash}`
      })

      const openOf = findAll({
        Request: Schema.Struct({ browser: Schema.String, now: Schema.Number }),
        Result: Schema.Struct({ expiresAt: Schema.Number }),
        execute: ({ browser, now }) => sql`SELECT expires_at FROM upload_signatures
        WHERE browser_hash = ${browser} AND used_at IS NULL AND expires_at > ${now} LIMIT 1`
      })

      return {
        /** Whether this browser has a signature that is neither used nor expired. */
        hasOpen: (browser: string, now: number) => Effect.map(openOf({ browser, now }), (rows) => rows.length > 0),

        /** When this browser or network got signatures, newest first, at most 500. */
        timesOf: (column: "browser_hash" | "network", value: string | null, since: number) =>
          value === null
            ? Effect.succeed([])
            : Effect.map(selectTimes({ column, value, since }), (rows) => rows.map((row) => row.createdAt)),

        find: (hash: string) => find(hash),

        /** Inserts it once, however often it is sent. */
        add: (permission: NewPermission) =>
          sql`INSERT INTO upload_signatures ${sql.insert({ ...permission })}
          ON CONFLICT (signature_hash) DO NOTHING`,

        /** False if a picture has already used it. */
        use: (hash: string, now: number) =>
          sql`UPDATE upload_signatures SET used_at = ${now}
          WHERE signature_hash = ${hash} AND used_at IS NULL RETURNING used_at`.pipe(
            Effect.map((rows) => rows.length > 0),
            Effect.orDie
          )
      }
    })
  }
) {}
