/**
 * `npm run backup -- TARGET`: a backup of the database and the uploads into a new folder, while the server works. Reads
 * `DATA_DIR` and `DATABASE_URL`. Keys are not in it (docs/operations/backups.md).
 */
import { Effect, Option } from "effect"
import { keysIn } from "~/effects/base/backup/places.server"
import { takeBackup } from "~/effects/base/backup/takeBackup.server"
import { KEY_SETTINGS } from "~/effects/base/settings/dataFolder.server"
import { version } from "../../package.json"
import { asRefused, places, progress, uploadBucket } from "./shared/backups"
import { runCommand, say, WrongUsage } from "./shared/runCommand"

runCommand((words) =>
  Effect.gen(function* () {
    const [target, ...more] = words
    if (target === undefined || more.length > 0) {
      return yield* new WrongUsage({ message: "Usage: npm run backup -- TARGET (a folder that is not there yet)" })
    }
    const where = yield* places
    const { database, files, tables, takenAt } = yield* asRefused(takeBackup(where, target, version, progress))
    const rows = tables.reduce((sum, each) => sum + each.rows, 0)
    const keys = keysIn(where.dataDir)
    yield* say(
      `Backed up ${rows} rows in ${tables.length} tables (${database.bytes} bytes) and ${files.length} files to ${target}, as of ${takenAt}.`
    )
    const bucket = yield* uploadBucket
    if (Option.isSome(bucket)) {
      yield* say(
        `The pictures in the bucket ${bucket.value.bucket} are not in it: docs/operations/uploads.md says how to keep them.`
      )
    }
    yield* say(
      keys.length > 0
        ? `Keep the keys in another place; they are not in it: ${keys.join(", ")}.`
        : `Keep the keys in another place; they are not in it: ${KEY_SETTINGS.join(", ")} of the settings.`
    )
  })
)
