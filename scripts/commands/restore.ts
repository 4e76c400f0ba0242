/**
 * `npm run restore -- SOURCE`: restores a backup into an empty `DATA_DIR`, or into `DATA_DIR` and an empty database at
 * `DATABASE_URL`, and compares every file and every table with the backup's manifest.
 */
import { resolve } from "node:path"
import { Effect, Option } from "effect"
import { keysIn } from "~/effects/base/backup/places.server"
import { restoreBackup } from "~/effects/base/backup/restoreBackup.server"
import { NEWEST } from "~/effects/base/db/migrations/index.server"
import { KEY_FILES, KEY_SETTINGS } from "~/effects/base/settings/dataFolder.server"
import { asRefused, places, progress } from "./shared/backups"
import { runCommand, say, WrongUsage } from "./shared/runCommand"

runCommand((words) =>
  Effect.gen(function* () {
    const [source, ...more] = words
    if (source === undefined || more.length > 0) {
      return yield* new WrongUsage({ message: "Usage: npm run restore -- SOURCE (the folder of a backup)" })
    }
    const where = yield* places
    const { files, release, tables, takenAt } = yield* asRefused(
      restoreBackup(where, resolve(source), NEWEST, progress)
    )
    const rows = tables.reduce((sum, each) => sum + each.rows, 0)
    const into = Option.isSome(where.databaseUrl) ? "the database at DATABASE_URL" : where.dataDir
    yield* say(`Restored ${rows} rows in ${tables.length} tables and ${files.length} files into ${into}.`)
    yield* say(`All of them match the backup of release ${release}, as of ${takenAt}.`)
    if (keysIn(where.dataDir).length === 0) {
      yield* say(
        `Before you start the server, put back the keys: in local mode the files ${KEY_FILES.join(", ")}, otherwise the settings ${KEY_SETTINGS.join(", ")}.`
      )
    }
  })
)
