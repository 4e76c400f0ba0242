/**
 * `npm run restore -- SOURCE`: restores a backup into an empty `DATA_DIR`, or into `DATA_DIR` and an empty database at
 * `DATABASE_URL`, and compares every file and every table with the backup's manifest. `--try [SOURCE]` restores it into a
 * temporary place instead, without a source the newest scheduled backup, and compares it with the live data.
 */
import { resolve } from "node:path"
import { Effect, Option } from "effect"
import { folderForTrying, keysIn } from "~/effects/base/backup/places.server"
import { restoreBackup } from "~/effects/base/backup/restoreBackup.server"
import { storeOf } from "~/effects/base/backup/scheduled/runScheduled.server"
import { NEWEST } from "~/effects/base/db/migrations/index.server"
import { KEY_FILES, KEY_SETTINGS } from "~/effects/base/settings/dataFolder.server"
import { tryRestore } from "~/effects/server/tryRestore.server"
import { asRefused, places, plan, progress } from "./shared/backups"
import { CommandRefused, runCommand, say, WrongUsage } from "./shared/runCommand"

const USAGE = "Usage: npm run restore -- SOURCE (the folder of a backup), or npm run restore -- --try [SOURCE]"

/** The newest scheduled backup, in a folder. */
const newestBackup = Effect.gen(function* () {
  const store = yield* storeOf(yield* plan, yield* asRefused(folderForTrying))
  const newest = (yield* asRefused(store.list)).at(-1)
  if (newest === undefined) {
    return yield* new CommandRefused({ code: "E-RESTORE-SOURCE", message: `There is no backup in ${store.words}.` })
  }
  yield* say(`Trying ${newest} in ${store.words}.`)
  return yield* asRefused(store.fetch(newest, progress))
})

const attempt = (source: string | undefined) =>
  Effect.gen(function* () {
    const where = yield* places
    const folder = source === undefined ? yield* newestBackup : resolve(source)
    const lines = yield* asRefused(tryRestore(where, folder, progress))
    yield* Effect.forEach(lines, say, { discard: true })
    yield* say("The live data was not changed, and the temporary place is removed.")
  }).pipe(Effect.scoped)

runCommand((words) =>
  Effect.gen(function* () {
    const [source, ...more] = words
    const [tried, ...rest] = more
    if (source === "--try" && rest.length === 0 && tried?.startsWith("-") !== true) return yield* attempt(tried)
    if (source === undefined || source.startsWith("-") || more.length > 0) {
      return yield* new WrongUsage({ message: USAGE })
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
