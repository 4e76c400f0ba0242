/**
 * Files that the store must remove. A file is recorded here before it is stored, and removed from here in the transaction
 * that stores its row, so that no crash leaves an unknown file behind. The files of a removed account are recorded in
 * the transaction of the removal.
 */

import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Schema } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { Sweep } from "~/effects/base/db/Sweep.server"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { displayImageUrl } from "./address"
import { MIME } from "./pictureType"
import { OWN_UPLOADS } from "./Upload"
import { UploadStore } from "./UploadStore.server"

const RETENTION = Duration.toMillis("1 day")

export const sweepSignatures: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) => sql`DELETE FROM upload_signatures WHERE expires_at < ${now - RETENTION}`
)

/** No upload takes longer than this. */
const UPLOAD_ENDS_WITHIN = Duration.toMillis("1 hour")
const AT_ONCE = 100

/** All names under which a file may be stored. */
export const previewName = (file: string): string => `${file}.preview.webp`
const namesOf = (file: string) => [...[...Object.keys(MIME), "pdf"].map((type) => `${file}.${type}`), previewName(file)]

export class UploadLeftovers extends Effect.Service<UploadLeftovers>()("people/uploads/UploadLeftovers", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const selectDue = findAll({
      Request: Schema.Number,
      Result: Schema.Struct({ file: Schema.String }),
      execute: (now) => sql`SELECT file FROM upload_leftovers WHERE due_at <= ${now} ORDER BY due_at LIMIT ${AT_ONCE}`
    })
    const crossOut = (file: string) => Effect.asVoid(sql`DELETE FROM upload_leftovers WHERE file = ${file}`)

    /**
     * Pictures of the account, and the picture of its profile if no one else owns it; without those that a community
     * shows.
     */
    const ownedBy = (account: AccountAddress, displayImage: string) => {
      const [before = "", after = ""] = displayImageUrl(OWN_UPLOADS.cdnUrl, "FILE").split("FILE")
      const url = sql`${before} || file || ${after}`
      return sql`(owner_address = ${account} OR (owner_address IS NULL AND ${url} = ${displayImage}))
        AND NOT EXISTS (SELECT 1 FROM communities c WHERE c.logo = ${url} OR c.cover = ${url})`
    }

    return {
      /** Call it before the file is stored. */
      note: Effect.fn("UploadLeftovers.note")(function* (file: string) {
        const dueAt = (yield* Clock.currentTimeMillis) + UPLOAD_ENDS_WITHIN
        yield* sql`INSERT INTO upload_leftovers ${sql.insert({ file, dueAt })}`
      }),

      /** A file whose row is removed in the same transaction. `wait`: milliseconds for which it stays nevertheless. */
      noteNow: Effect.fn("UploadLeftovers.noteNow")(function* (file: string, wait = 0) {
        const dueAt = (yield* Clock.currentTimeMillis) + wait
        yield* sql`INSERT INTO upload_leftovers ${sql.insert({ file, dueAt })}`
      }),

      /** Whether the file was still there to be stored again. Joins the transaction that writes its row back. */
      takeBack: (file: string) =>
        Effect.map(sql`DELETE FROM upload_leftovers WHERE file = ${file} RETURNING file`, (rows) => rows.length > 0),

      /** Call it once the file's row is stored, or the file is gone. */
      crossOut,

      /** Records the pictures of a removed account. Joins the transaction of the removal. */
      forget: Effect.fn("UploadLeftovers.forget")(function* (account: AccountAddress, displayImage: string) {
        const now = yield* Clock.currentTimeMillis
        const owned = ownedBy(account, displayImage)
        yield* sql`INSERT INTO upload_leftovers (file, due_at) SELECT file, ${now} FROM uploads WHERE ${owned}`
        yield* sql`DELETE FROM uploads WHERE ${owned}`
        // A picture that a community shows stays, without a record of who sent it.
        yield* sql`UPDATE uploads SET owner_address = NULL, browser_hash = '' WHERE owner_address = ${account}`
      }),

      /** Up to a hundred that are due. */
      due: Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.map(selectDue(now), (rows) => rows.map(({ file }) => file))
      )
    }
  })
}) {}

/** Removes due files from the store. If the store fails, tries again in the next minute. */
export const leftoversJob = Effect.gen(function* () {
  const leftovers = yield* UploadLeftovers
  const store = yield* UploadStore
  const removeFile = (file: string) =>
    Effect.forEach(namesOf(file), store.remove, { discard: true }).pipe(Effect.zipRight(leftovers.crossOut(file)))
  return {
    name: "uploads",
    every: "minute",
    run: Effect.flatMap(leftovers.due, (files) => Effect.forEach(files, removeFile, { discard: true }))
  } satisfies Job
}).pipe(Effect.provide(UploadLeftovers.Default))
