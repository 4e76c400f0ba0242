/**
 * `npm run backup -- TARGET`: backs up the database and the uploads into a new folder, while the server runs. Reads
 * `DATA_DIR` and `DATABASE_URL`. Does not include keys (docs/operations/backups.md). `--scheduled NAME`, which the server
 * calls, takes it into the place of the `BACKUP_` settings, removes older ones, and prints the result as JSON.
 */
import { Effect, Option } from "effect"
import { keysIn } from "~/effects/base/backup/places.server"
import { isBackupName } from "~/effects/base/backup/scheduled/names"
import { runScheduled, storeOf } from "~/effects/base/backup/scheduled/runScheduled.server"
import { takeBackup } from "~/effects/base/backup/takeBackup.server"
import { KEY_SETTINGS } from "~/effects/base/settings/dataFolder.server"
import { version } from "../../package.json"
import { asRefused, places, plan, progress, uploadBucket } from "./shared/backups"
import { runCommand, say, WrongUsage } from "./shared/runCommand"

const scheduled = (name: string) =>
  Effect.gen(function* () {
    const where = yield* places
    const schedule = yield* plan
    const asked = { name, release: version, report: () => undefined }
    const store = yield* storeOf(schedule, where.dataDir)
    const ran = yield* asRefused(runScheduled(store, schedule, where, asked))
    yield* say(JSON.stringify(ran))
  })

runCommand((words) =>
  Effect.gen(function* () {
    const [flag, name = ""] = words
    if (flag === "--scheduled" && words.length === 2 && isBackupName(name)) return yield* scheduled(name)
    const [target, ...more] = words
    if (target === undefined || target.startsWith("-") || more.length > 0) {
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
