/**
 * Uploads: who may send a picture, how often, and which pictures there are.
 *
 * A signature is a permission for one picture from one browser. It is used up by the picture that is kept, not by one
 * that is refused, so a person who chose a wrong file simply chooses another. The order of checks is such that nothing
 * is stored, and no pixel decoded, for a request that will be refused.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, DateTime, Duration, Effect, Option, Schema } from "effect"
import { InvalidFields, TooMany } from "~/effects/base/failures/failures"
import type { Asker } from "~/effects/base/limits/Asker"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { type Window, waitFor } from "~/effects/base/limits/windows.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomId, randomToken, sha256 } from "~/effects/base/text/random.server"
import { displayImageUrl, fileOfImageUrl } from "./address"
import { ForeignSignature, SignatureRefused } from "./errors"
import { type Picture, Pictures } from "./Pictures.server"
import { MIME } from "./pictureType"
import { OWN_UPLOADS, type UploadSignature } from "./Upload"
import { UploadStore } from "./UploadStore.server"

export const SIGNATURE_LIFE = Duration.minutes(10)
const HOUR = Duration.toMillis("1 hour")
const DAY = Duration.toMillis("24 hours")
const PER_BROWSER: ReadonlyArray<Window> = [{ max: 40, ms: HOUR }]
const PER_NETWORK: ReadonlyArray<Window> = [{ max: 400, ms: HOUR }]
const QUOTA = 20 // docs/product/safety.md, B15
const FILE_ID = /^[a-z2-7]{26}$/

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

const previewName = (file: string) => `${file}.preview.webp`

export class Uploads extends Effect.Service<Uploads>()("effects/Uploads", {
  dependencies: [Pictures.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const store = yield* UploadStore
    const pictures = yield* Pictures
    const { appOrigin, uploadHost } = yield* Settings
    const ownCdns = [OWN_UPLOADS.cdnUrl, `${appOrigin}${OWN_UPLOADS.cdnUrl}`]

    const timesOf = (
      table: "upload_signatures" | "uploads",
      column: "browser_hash" | "network" | "owner_address",
      value: string | null,
      since: number
    ) =>
      value === null
        ? Effect.succeed([])
        : Effect.map(
            sql<{ readonly createdAt: number }>`SELECT created_at FROM ${sql(table)}
              WHERE ${sql(column)} = ${value} AND created_at > ${since} ORDER BY created_at DESC LIMIT 500`,
            (rows) => rows.map((row) => row.createdAt)
          )

    /** Makes a permission known: one of ours, or one another backend gave for our host. */
    const remember = Effect.fn("Uploads.remember")(
      function* (asker: Asker, { expire, signature }: UploadSignature) {
        const now = yield* Clock.currentTimeMillis
        yield* takeTurns(sql, [`signature:${asker.browser}`, `signature:${asker.network}`])
        const wait = Math.max(
          waitFor(PER_BROWSER, yield* timesOf("upload_signatures", "browser_hash", asker.browser, now - HOUR), now),
          waitFor(PER_NETWORK, yield* timesOf("upload_signatures", "network", asker.network, now - HOUR), now)
        )
        if (wait > 0) {
          return yield* new TooMany({
            message: `Too many uploads were started. Try again in ${Math.ceil(wait / 60_000)} minutes.`,
            retryAfter: Math.ceil(wait / 1_000)
          })
        }
        yield* sql`INSERT INTO upload_signatures ${sql.insert({
          signatureHash: sha256(signature),
          browserHash: asker.browser,
          network: asker.network,
          createdAt: now,
          expiresAt: expire * 1_000
        })} ON CONFLICT (signature_hash) DO NOTHING`
      },
      (program) => Effect.catchTag(sql.withTransaction(program), "SqlError", Effect.die)
    )

    const signature = Effect.fn("Uploads.signature")(function* (asker: Asker) {
      const now = yield* Clock.currentTimeMillis
      const expire = Math.floor((now + Duration.toMillis(SIGNATURE_LIFE)) / 1_000)
      const granted: UploadSignature = { signature: yield* randomToken, expire }
      yield* remember(asker, granted)
      return granted
    })

    /** An external host knows its own signatures; here they only count against the limits. */
    const countSignature = Effect.fn("Uploads.countSignature")(function* (asker: Asker, expire: number) {
      yield* remember(asker, { signature: yield* randomToken, expire })
    })

    const findPermission = SqlSchema.findOne({
      Request: Schema.String,
      Result: Permission,
      execute: (hash) =>
        sql`SELECT browser_hash, expires_at, used_at FROM upload_signatures WHERE signature_hash = ${hash}`
    })

    const mustBePermitted = Effect.fn("Uploads.mustBePermitted")(function* (asker: Asker, form: UploadForm) {
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
    })

    /** The browser's and the account's pictures of the last 24 hours, whichever are more. */
    const mustBeWithinQuota = Effect.fn("Uploads.mustBeWithinQuota")(
      function* (asker: Asker) {
        const now = yield* Clock.currentTimeMillis
        const windows = [{ max: QUOTA, ms: DAY }]
        const wait = Math.max(
          waitFor(windows, yield* timesOf("uploads", "browser_hash", asker.browser, now - DAY), now),
          waitFor(windows, yield* timesOf("uploads", "owner_address", asker.account, now - DAY), now)
        )
        if (wait === 0) return
        const time = DateTime.formatUtc(DateTime.unsafeMake(now + wait), { locale: "en-GB", timeStyle: "short" })
        return yield* new TooMany({
          message: `You have reached today's limit of ${QUOTA} pictures. It resets at ${time} UTC.`,
          retryAfter: Math.ceil(wait / 1_000)
        })
      },
      Effect.catchTag("SqlError", Effect.die)
    )

    const keep = (asker: Asker, form: UploadForm, file: string, picture: Picture) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        yield* takeTurns(sql, [`upload:${asker.browser}`, `upload:${asker.account}`])
        yield* mustBeWithinQuota(asker)
        const used = yield* sql`UPDATE upload_signatures SET used_at = ${now}
          WHERE signature_hash = ${sha256(form.signature)} AND used_at IS NULL RETURNING used_at`
        if (used.length === 0) return yield* new SignatureRefused()
        yield* sql`INSERT INTO uploads ${sql.insert({
          file,
          kind: "avatar",
          ownerAddress: asker.account,
          browserHash: asker.browser,
          mime: MIME[picture.type],
          bytes: picture.bytes.length,
          width: picture.width,
          height: picture.height,
          sha256: sha256(picture.bytes),
          createdAt: now
        })}`
      }).pipe(sql.withTransaction, Effect.catchTag("SqlError", Effect.die))

    /** Keeps a picture. The files are on disk before the row says so: what is acknowledged is there. */
    const receive = Effect.fn("Uploads.receive")(function* (asker: Asker, form: UploadForm) {
      yield* mustBePermitted(asker, form)
      yield* mustBeWithinQuota(asker)
      const picture = yield* pictures.redraw(form.file)
      const file = yield* randomId(26)
      const names = [`${file}.${picture.type}`, previewName(file)] as const
      yield* store.put(names[0], picture.bytes).pipe(
        Effect.zipRight(store.put(names[1], picture.preview)),
        Effect.zipRight(keep(asker, form, file, picture)),
        Effect.onError(() => Effect.forEach(names, store.remove, { discard: true }))
      )
      return { file }
    })

    /** The preview's bytes (WebP). */
    const preview = Effect.fn("Uploads.preview")((file: string) =>
      FILE_ID.test(file) ? store.get(previewName(file)) : Effect.succeedNone
    )

    const isKept = (file: string) =>
      Effect.map(Effect.orDie(sql`SELECT file FROM uploads WHERE file = ${file}`), (rows) => rows.length > 0)

    /** The address to keep for a picture that a form names: one of our own store, or of the file host we were told of. */
    const acceptImage = Effect.fn("Uploads.acceptImage")(function* (url: string) {
      const own = ownCdns.map((cdn) => fileOfImageUrl(cdn, url)).find((file) => file !== undefined)
      if (own !== undefined && (yield* isKept(own))) return displayImageUrl(OWN_UPLOADS.cdnUrl, own)
      if (Option.exists(uploadHost, ({ cdnUrl }) => fileOfImageUrl(cdnUrl, url) !== undefined)) return url
      return yield* new InvalidFields({ fields: { display_image: "Upload the picture again." } })
    })

    return { signature, remember, countSignature, receive, preview, acceptImage }
  })
}) {}
