/** Shared by the commands backup and restore. */
import { resolve } from "node:path"
import { Effect } from "effect"
import type { Places } from "~/effects/base/backup/places.server"
import type { BackupRefused } from "~/effects/base/backup/refusal.server"
import { readStorage, readUploads } from "~/effects/base/settings/environment.server"
import { uploadBucketOf } from "~/effects/base/settings/uploadBucket.server"
import { CommandRefused } from "./runCommand"

/** Where the server with this environment stores its data. */
export const places: Effect.Effect<Places, CommandRefused> = readStorage(process.env).pipe(
  Effect.map(({ dataDir, databaseUrl }) => ({ dataDir: resolve(dataDir), databaseUrl, variables: process.env })),
  Effect.mapError(({ message }) => new CommandRefused({ code: "E-SETTINGS", message }))
)

/** The S3 bucket of the pictures; None if they are in the data folder. */
export const uploadBucket = readUploads(process.env).pipe(
  Effect.map(uploadBucketOf),
  Effect.mapError(({ message }) => new CommandRefused({ code: "E-SETTINGS", message }))
)

export const asRefused = <A>(program: Effect.Effect<A, BackupRefused>): Effect.Effect<A, CommandRefused> =>
  Effect.mapError(program, ({ code, message }) => new CommandRefused({ code, message }))

export const progress = (line: string) => console.info(line)
