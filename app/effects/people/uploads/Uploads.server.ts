/**
 * Uploads: stores pictures, and limits how many a day.
 *
 * The checks are ordered so that a request that will be refused stores nothing and decodes no pixel.
 */
import { Clock, DateTime, Duration, Effect, Option, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { InvalidFields, TooMany } from "~/effects/base/failures/failures"
import type { Asker } from "~/effects/base/limits/Asker"
import { withLocks } from "~/effects/base/limits/locks.server"
import { type Window, waitFor } from "~/effects/base/limits/windows.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomId, sha256 } from "~/effects/base/text/random.server"
import { displayImageUrl, fileOfImageUrl } from "./address"
import { type Picture, Pictures } from "./Pictures.server"
import { MIME } from "./pictureType"
import { OWN_UPLOADS } from "./Upload"
import { previewName, UploadLeftovers } from "./UploadLeftovers.server"
import { type UploadForm, UploadPermissions } from "./UploadPermissions.server"
import { UploadStore } from "./UploadStore.server"

/** Stored pictures in the database: their owner and properties. The bytes are in the UploadStore. */
const makeUploadsRepo = Effect.gen(function* () {
  const sql = yield* Sql

  const selectTimes = findAll({
    Request: Schema.Struct({ column: Schema.String, value: Schema.String, since: Schema.Number }),
    Result: Schema.Struct({ createdAt: Schema.Number }),
    execute: ({ column, since, value }) => sql`SELECT created_at FROM uploads
        WHERE ${sql(column)} = ${value} AND created_at > ${since} ORDER BY created_at DESC LIMIT 500`
  })

  return {
    /** When pictures of this browser or account were stored, newest first, at most 500; empty without an account. */
    timesOf: (column: "browser_hash" | "owner_address", value: string | null, since: number) =>
      value === null
        ? Effect.succeed([])
        : Effect.map(selectTimes({ column, value, since }), (rows) => rows.map((row) => row.createdAt)),

    add: (file: string, { account, browser }: Asker, picture: Picture, createdAt: number) =>
      sql`INSERT INTO uploads ${sql.insert({
        file,
        kind: "avatar",
        ownerAddress: account,
        browserHash: browser,
        mime: MIME[picture.type],
        bytes: picture.bytes.length,
        width: picture.width,
        height: picture.height,
        sha256: sha256(picture.bytes),
        createdAt
      })}`,

    isStored: (file: string) =>
      Effect.map(sql`SELECT file FROM uploads WHERE file = ${file}`, (rows) => rows.length > 0)
  }
})

const DAY = Duration.toMillis("24 hours")
const QUOTA = 20 // docs/product/safety.md
const PER_DAY: ReadonlyArray<Window> = [{ max: QUOTA, ms: DAY }]
const FILE_ID = /^[a-z2-7]{26}$/

const overQuota = (now: number, wait: number) => {
  const time = DateTime.formatUtc(DateTime.unsafeMake(now + wait), { locale: "en-GB", timeStyle: "short" })
  return new TooMany({
    message: `You have reached today's limit of ${QUOTA} pictures. It resets at ${time} UTC.`,
    retryAfter: Math.ceil(wait / 1_000)
  })
}

/** A failing store delays no response longer than this; what is not deleted now is deleted later. */
const TIDY_WITHIN = Duration.seconds(1)

export class Uploads extends Effect.Service<Uploads>()("people/uploads/Uploads", {
  dependencies: [Pictures.Default, UploadLeftovers.Default, UploadPermissions.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const store = yield* UploadStore
    const pictures = yield* Pictures
    const leftovers = yield* UploadLeftovers
    const permissions = yield* UploadPermissions
    const repo = yield* makeUploadsRepo
    const { appOrigin, uploadHost } = yield* Settings
    const ownCdns = [OWN_UPLOADS.cdnUrl, `${appOrigin}${OWN_UPLOADS.cdnUrl}`]

    /** Counts the pictures of the last 24 hours of the browser or of the account, whichever are more. */
    const requireWithinQuota = Effect.fn("Uploads.requireWithinQuota")(function* (asker: Asker) {
      const now = yield* Clock.currentTimeMillis
      const wait = Math.max(
        waitFor(PER_DAY, yield* repo.timesOf("browser_hash", asker.browser, now - DAY), now),
        waitFor(PER_DAY, yield* repo.timesOf("owner_address", asker.account, now - DAY), now)
      )
      if (wait > 0) return yield* overQuota(now, wait)
    })

    const add = (asker: Asker, form: UploadForm, file: string, picture: Picture) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        yield* withLocks(sql, [`upload:${asker.browser}`, `upload:${asker.account}`])
        yield* requireWithinQuota(asker)
        yield* permissions.use(form, now)
        yield* repo.add(file, asker, picture, now)
        yield* leftovers.crossOut(file)
      }).pipe(sql.withTransaction, Effect.catchTag("SqlError", Effect.die))

    const tidy = (file: string, names: ReadonlyArray<string>) =>
      Effect.forEach(names, store.remove, { discard: true }).pipe(
        Effect.zipRight(leftovers.crossOut(file)),
        Effect.interruptible,
        Effect.disconnect,
        Effect.timeout(TIDY_WITHIN),
        Effect.exit
      )

    /** Stores a picture. The files are stored before the row, so that an acknowledged picture exists. */
    const receive = Effect.fn("Uploads.receive")(function* (asker: Asker, form: UploadForm) {
      yield* permissions.requirePermitted(asker, form)
      yield* requireWithinQuota(asker)
      const picture = yield* pictures.redraw(form.file)
      const file = yield* randomId(26)
      const names = [`${file}.${picture.type}`, previewName(file)] as const
      yield* leftovers.note(file)
      yield* store.put(names[0], picture.bytes).pipe(
        Effect.zipRight(store.put(names[1], picture.preview)),
        Effect.zipRight(add(asker, form, file, picture)),
        Effect.onError(() => tidy(file, names))
      )
      return { file }
    })

    /** The preview (WebP), as the store returns it. */
    const preview = Effect.fn("Uploads.preview")((file: string) =>
      FILE_ID.test(file) ? store.open(previewName(file)) : Effect.succeedNone
    )

    /** The address to store for a picture that a form names: one of our own store, or of the configured file host. */
    const acceptImage = Effect.fn("Uploads.acceptImage")(function* (url: string) {
      const own = ownCdns.map((cdn) => fileOfImageUrl(cdn, url)).find((file) => file !== undefined)
      if (own !== undefined && (yield* repo.isStored(own))) return displayImageUrl(OWN_UPLOADS.cdnUrl, own)
      if (Option.exists(uploadHost, ({ cdnUrl }) => fileOfImageUrl(cdnUrl, url) !== undefined)) return url
      return yield* new InvalidFields({ fields: { display_image: "Upload the picture again." } })
    })

    return { receive, preview, acceptImage, isAwaited: permissions.isAwaited }
  })
}) {}
