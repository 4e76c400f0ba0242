/**
 * Permissions to upload. A signature is a permission for one picture from one browser. It is used up by the picture that
 * is kept, not by one that is refused, so a person who chose a wrong file simply chooses another.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Duration, Effect, Option, Schema } from "effect"
import { TooMany } from "~/effects/base/failures/failures"
import type { Asker } from "~/effects/base/limits/Asker"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { type Window, waitFor } from "~/effects/base/limits/windows.server"
import { sha256 } from "~/effects/base/text/random.server"
import { ForeignSignature, SignatureRefused } from "./errors"
import { OWN_UPLOADS, type UploadSignature } from "./Upload"

const HOUR = Duration.toMillis("1 hour")
const PER_BROWSER: ReadonlyArray<Window> = [{ max: 40, ms: HOUR }]
const PER_NETWORK: ReadonlyArray<Window> = [{ max: 400, ms: HOUR }]

/** The fields of the form, as they came. */
export interface UploadForm {
  readonly publicKey: string
  readonly signature: string
  readonly expire: string
  readonly file: Uint8Array
}

const Permission = Schema.Struct({
  browserHash: Schema.String,
  expiresAt: Schema.Number,
  usedAt: Schema.NullOr(Schema.Number)
})

const tooMany = (wait: number) =>
  new TooMany({
    message: `Too many uploads were started. Try again in ${Math.ceil(wait / 60_000)} minutes.`,
    retryAfter: Math.ceil(wait / 1_000)
  })

export class UploadPermissions extends Effect.Service<UploadPermissions>()("effects/UploadPermissions", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const selectTimes = SqlSchema.findAll({
      Request: Schema.Struct({ column: Schema.String, value: Schema.String, since: Schema.Number }),
      Result: Schema.Struct({ createdAt: Schema.Number }),
      execute: ({ column, since, value }) => sql`SELECT created_at FROM upload_signatures
        WHERE ${sql(column)} = ${value} AND created_at > ${since} ORDER BY created_at DESC LIMIT 500`
    })
    const timesOf = (column: "browser_hash" | "network", value: string | null, since: number) =>
      value === null
        ? Effect.succeed([])
        : Effect.map(Effect.orDie(selectTimes({ column, value, since })), (rows) => rows.map((row) => row.createdAt))

    const findPermission = SqlSchema.findOne({
      Request: Schema.String,
      Result: Permission,
      execute: (hash) =>
        sql`SELECT browser_hash, expires_at, used_at FROM upload_signatures WHERE signature_hash = ${hash}`
    })

    return {
      /** Makes a permission known: one of ours, or one another backend gave for our host. */
      remember: Effect.fn("Uploads.remember")(
        function* (asker: Asker, { expire, signature }: UploadSignature) {
          const now = yield* Clock.currentTimeMillis
          yield* takeTurns(sql, [`signature:${asker.browser}`, `signature:${asker.network}`])
          const wait = Math.max(
            waitFor(PER_BROWSER, yield* timesOf("browser_hash", asker.browser, now - HOUR), now),
            waitFor(PER_NETWORK, yield* timesOf("network", asker.network, now - HOUR), now)
          )
          if (wait > 0) return yield* tooMany(wait)
          yield* sql`INSERT INTO upload_signatures ${sql.insert({
            signatureHash: sha256(signature),
            browserHash: asker.browser,
            network: asker.network,
            createdAt: now,
            expiresAt: expire * 1_000
          })} ON CONFLICT (signature_hash) DO NOTHING`
        },
        (program) => Effect.catchTag(sql.withTransaction(program), "SqlError", Effect.die)
      ),

      /** Fails where the form's signature is unknown, over, used, or not of this browser. */
      mustBePermitted: Effect.fn("Uploads.mustBePermitted")(function* (asker: Asker, form: UploadForm) {
        if (form.signature === "" || form.expire === "") return yield* new SignatureRefused()
        if (form.publicKey !== OWN_UPLOADS.publicKey) return yield* new ForeignSignature()
        const found = yield* Effect.orDie(findPermission(sha256(form.signature)))
        if (Option.isNone(found)) return yield* new SignatureRefused()
        const { browserHash, expiresAt, usedAt } = found.value
        const now = yield* Clock.currentTimeMillis
        if (browserHash !== asker.browser) return yield* new ForeignSignature()
        if (usedAt !== null || expiresAt <= now || form.expire !== String(expiresAt / 1_000)) {
          return yield* new SignatureRefused()
        }
      }),

      /** Uses a signature up. False where another picture has used it. */
      use: (signature: string, now: number) =>
        sql`UPDATE upload_signatures SET used_at = ${now}
          WHERE signature_hash = ${sha256(signature)} AND used_at IS NULL RETURNING used_at`.pipe(
          Effect.map((rows) => rows.length > 0),
          Effect.orDie
        )
    }
  })
}) {}
