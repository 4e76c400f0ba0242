/** Shared by the commands backup and restore. */
import { resolve } from "node:path"
import { Effect, Option } from "effect"
import type { Places } from "~/effects/base/backup/places.server"
import type { BackupRefused } from "~/effects/base/backup/refusal.server"
import { readBackups, readStorage, readUploads } from "~/effects/base/settings/environment.server"
import { bucketOf } from "~/effects/base/settings/s3Bucket.server"
import { CommandRefused } from "./runCommand"

/** Where the server with this environment stores its data. */
export const places: Effect.Effect<Places, CommandRefused> = readStorage(process.env).pipe(
  Effect.map(({ dataDir, databaseUrl }) => ({ dataDir: resolve(dataDir), databaseUrl, variables: process.env })),
  Effect.mapError(({ message }) => new CommandRefused({ code: "E-SETTINGS", message }))
)

/** The S3 bucket of the pictures; None if they are in the data folder. */
export const uploadBucket = readUploads(process.env).pipe(
  Effect.map(bucketOf),
  Effect.mapError(({ message }) => new CommandRefused({ code: "E-SETTINGS", message }))
)

/** Where scheduled backups go; refused if no place is set. */
export const plan = readBackups(process.env).pipe(
  Effect.mapError(({ message }) => new CommandRefused({ code: "E-SETTINGS", message })),
  Effect.flatMap(
    Option.match({
      onNone: () =>
        new CommandRefused({
          code: "E-SETTINGS",
          message: "No place for backups is set: set BACKUP_FOLDER, or the BACKUP_S3_ settings."
        }),
      onSome: Effect.succeed
    })
  )
)

export const asRefused = <A, R>(program: Effect.Effect<A, BackupRefused, R>): Effect.Effect<A, CommandRefused, R> =>
  Effect.mapError(program, ({ code, message }) => new CommandRefused({ code, message }))

export const progress = (line: string) => console.info(line)
