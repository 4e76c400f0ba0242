/**
 * `npm run backup -- TARGET`: backs up the database and the uploads into a new folder, while the server runs. Reads
 * `DATA_DIR` and `DATABASE_URL`. Does not include keys (docs/operations/backups.md).
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
      return yield* new WrongUsage({ message: "Usage: npm run backup -- TARGET (a folder that does not exist yet)" })
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
        `The pictures in the bucket ${bucket.value.bucket} are not in it: see docs/operations/uploads.md for how to back them up.`
      )
    }
    yield* say(
      keys.length > 0
        ? `Store the keys in another place; the backup does not contain them: ${keys.join(", ")}.`
        : `Store the keys in another place; the backup does not contain them: the settings ${KEY_SETTINGS.join(", ")}.`
    )
  })
)
