/** Stored pictures in the database: their owner and properties. The bytes are in the UploadStore. */
import { Effect, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import type { Asker } from "~/effects/base/limits/Asker"
import { sha256 } from "~/effects/base/text/random.server"
import type { Picture } from "./Pictures.server"
import { MIME } from "./pictureType"

export class UploadsRepo extends Effect.Service<UploadsRepo>()("people/uploads/UploadsRepo", {
  effect: Effect.gen(function* () {
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

      isKept: (file: string) =>
        Effect.map(sql`SELECT file FROM uploads WHERE file = ${file}`, (rows) => rows.length > 0)
    }
  })
}) {}
