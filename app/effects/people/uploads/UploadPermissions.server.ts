/**
 * Upload signatures: each permits one picture from one browser. Only a stored picture uses it up, so that a person
 * whose file was refused can choose another.
 */
import { Clock, Duration, Effect, Option, Schema } from "effect"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { type MalformedBody, TooMany } from "~/effects/base/failures/failures"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import type { Asker } from "~/effects/base/limits/Asker"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { type Window, waitFor } from "~/effects/base/limits/windows.server"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { readFileForm } from "~/effects/base/remix/readFileForm.server"
import { randomToken, sha256 } from "~/effects/base/text/random.server"
import { ForeignSignature, SignatureRefused } from "./Pictures.server"
import { OWN_UPLOADS, type UploadSignature } from "./Upload"

/** The multipart form of docs/product/people.md. Missing fields are empty, and refused later. */
export const readUploadForm = (request: Request): Effect.Effect<UploadForm, MalformedBody> =>
  Effect.map(readFileForm(request, "file"), ({ file, form }) => ({
    publicKey: textOf(form, "UPLOADCARE_PUB_KEY"),
    signature: textOf(form, "signature"),
    expire: textOf(form, "expire"),
    file: file?.bytes ?? new Uint8Array()
  }))

/** Upload signatures in the database, by their hash. */
const Permission = Schema.Struct({
  browserHash: Schema.String,
  expiresAt: Schema.Number,
  usedAt: Schema.NullOr(Schema.Number)
})

interface NewPermission {
  readonly signatureHash: string
  readonly browserHash: string
  readonly network: string | null
  readonly createdAt: number
  readonly expiresAt: number
}

const makeUploadSignaturesRepo = Effect.gen(function* () {
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
        Effect.map((rows) => rows.length > 0)
      )
  }
})

export const SIGNATURE_LIFE = Duration.minutes(10)
const HOUR = Duration.toMillis("1 hour")
const PER_BROWSER: ReadonlyArray<Window> = [{ max: 40, ms: HOUR }]
const PER_NETWORK: ReadonlyArray<Window> = [{ max: 400, ms: HOUR }]

/** The fields of the form, as sent. */
export interface UploadForm {
  readonly publicKey: string
  readonly signature: string
  readonly expire: string
  readonly file: Uint8Array
}

const tooMany = (wait: number) =>
  new TooMany({
    message: `Too many uploads were started. Try again in ${Math.ceil(wait / 60_000)} minutes.`,
    retryAfter: Math.ceil(wait / 1_000)
  })

export class UploadPermissions extends Effect.Service<UploadPermissions>()("people/uploads/UploadPermissions", {
  dependencies: [FeatureFlags.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* makeUploadSignaturesRepo
    const flags = yield* FeatureFlags

    /** Stores a signature: our own, or one that another backend issued for our host. */
    const remember = Effect.fn("UploadPermissions.remember")(function* (
      asker: Asker,
      { expire, signature }: UploadSignature
    ) {
      yield* flags.must("uploads")
      const { browser, network } = asker
      const now = yield* Clock.currentTimeMillis
      yield* withLocks(sql, [`signature:${browser}`, `signature:${network}`])
      const wait = Math.max(
        waitFor(PER_BROWSER, yield* repo.timesOf("browser_hash", browser, now - HOUR), now),
        waitFor(PER_NETWORK, yield* repo.timesOf("network", network, now - HOUR), now)
      )
      if (wait > 0) return yield* tooMany(wait)
      const expiresAt = expire * 1_000
      yield* repo.add({ signatureHash: sha256(signature), browserHash: browser, network, createdAt: now, expiresAt })
    }, atomically(sql))

    /** A signature of our own, and its expiry (Unix seconds). */
    const grant = Effect.fn("UploadPermissions.grant")(function* (asker: Asker) {
      const now = yield* Clock.currentTimeMillis
      const expire = Math.floor((now + Duration.toMillis(SIGNATURE_LIFE)) / 1_000)
      const granted: UploadSignature = { signature: yield* randomToken, expire }
      yield* remember(asker, granted)
      return granted
    })

    /** An external host knows its own signatures; here they only count against the limits. */
    const count = Effect.fn("UploadPermissions.count")(function* (asker: Asker, expire: number) {
      yield* remember(asker, { signature: yield* randomToken, expire })
    })

    /** Fails if the form's signature is unknown, expired, used, or of another browser. */
    const requirePermitted = Effect.fn("UploadPermissions.requirePermitted")(function* (
      asker: Asker,
      form: UploadForm
    ) {
      if (form.signature === "" || form.expire === "") return yield* new SignatureRefused()
      if (form.publicKey !== OWN_UPLOADS.publicKey) return yield* new ForeignSignature()
      const found = yield* repo.find(sha256(form.signature))
      if (Option.isNone(found)) return yield* new SignatureRefused()
      const { browserHash, expiresAt, usedAt } = found.value
      const now = yield* Clock.currentTimeMillis
      if (browserHash !== asker.browser) return yield* new ForeignSignature()
      if (usedAt !== null || expiresAt <= now || form.expire !== String(expiresAt / 1_000)) {
        return yield* new SignatureRefused()
      }
    })

    /** Whether this browser may upload at all; checked before the form with its signature is read. */
    const isAwaited = Effect.fn("UploadPermissions.isAwaited")(function* (browser: string) {
      return yield* repo.hasOpen(browser, yield* Clock.currentTimeMillis)
    })

    /** Uses up the form's signature. Fails if another picture has used it. */
    const use = Effect.fn("UploadPermissions.use")(function* ({ signature }: UploadForm, now: number) {
      if (!(yield* repo.use(sha256(signature), now))) return yield* new SignatureRefused()
    })

    return { remember, grant, count, requirePermitted, isAwaited, use }
  })
}) {}
