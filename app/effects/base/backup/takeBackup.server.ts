/**
 * Takes a backup of all data of a server while it runs: first the database as of one moment, then the uploads. A
 * picture is written to disk before its row, so every row in the copy has its files. The folder is renamed to its final
 * name only when everything is on disk; if the command ends earlier, what was written is removed.
 */
import { existsSync } from "node:fs"
import { readdir, rename, writeFile } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import Database from "better-sqlite3"
import { Clock, Effect, Layer, Option } from "effect"
import { layerPostgres } from "~/effects/base/db/Sql.server"
import { schemaNumber } from "~/effects/base/db/schemaFacts.server"
import { Sql } from "~/effects/base/db/statements.server"
import { SQLITE_FILE, UPLOADS } from "~/effects/base/settings/dataFolder.server"
import {
  copyBelow,
  filesBelow,
  PRIVATE_FILE,
  settleFile,
  syncFolder,
  temporaryFolder,
  UNFINISHED
} from "./copiedFiles.server"
import { type Held, readHeld, readHeldOfFile } from "./databaseSums.server"
import { type CopiedFile, FORMAT, MANIFEST, type Manifest } from "./Manifest"
import { besides, DATABASE_IN_BACKUP, type Places, type Report } from "./places.server"
import { dump, type PostgresPlace } from "./postgresTools.server"
import { at, BackupRefused, onDisk } from "./refusal.server"

/**
 * Copies an SQLite database while others write to it, with SQLite's own backup API. All pages are copied in one step
 * from one state: between smaller steps, each write of another program would restart the copy (sqlite.org/backup.html),
 * which would never finish under load. In this journal mode writers do not wait for a reader; the copy blocks only the
 * command's own thread.
 */
const ALL_PAGES = 0x7fff_ffff

const copySqlite = (file: string, to: string): Effect.Effect<void, BackupRefused> =>
  Effect.acquireUseRelease(
    Effect.try({ try: () => new Database(file, { fileMustExist: true }), catch: (error) => error }),
    (database) =>
      Effect.tryPromise({ try: () => database.backup(to, { progress: () => ALL_PAGES }), catch: (error) => error }),
    (database) => Effect.sync(() => database.close())
  ).pipe(
    Effect.asVoid,
    Effect.catchAll((error) => at(file, error))
  )

const nothingThere = (where: string) =>
  new BackupRefused({ code: "E-BACKUP-SOURCE", message: `There is no Commonhold database ${where}.` })

const taken = (target: string) =>
  new BackupRefused({
    code: "E-BACKUP-TARGET",
    message: `${target} exists already. Name a folder that does not exist yet.`
  })

interface Copied extends Held {
  readonly kind: Manifest["database"]["kind"]
  readonly takenAt: string
}

const moment = Effect.map(Clock.currentTimeMillis, (ms) => new Date(ms).toISOString())

const copyOfSqlite = Effect.fnUntraced(function* (dataDir: string, folder: string) {
  const file = join(dataDir, SQLITE_FILE)
  if (!existsSync(file)) return yield* nothingThere(`in ${dataDir}`)
  const copy = join(folder, DATABASE_IN_BACKUP.sqlite)
  const takenAt = yield* moment
  yield* copySqlite(file, copy)
  const held = yield* readHeldOfFile(copy)
  if ("problem" in held) {
    const message = `The database is damaged, so its copy was deleted. SQLite reports: ${held.problem}`
    return yield* new BackupRefused({ code: "E-BACKUP-SOURCE", message })
  }
  return { ...held, kind: "sqlite", takenAt } satisfies Copied
})

/** pg_dump and our own sums read the same snapshot. */
const copyOfPostgres = (place: PostgresPlace, folder: string) =>
  Effect.gen(function* () {
    if ((yield* schemaNumber) === 0) return yield* nothingThere("at DATABASE_URL")
    const sql = yield* Sql
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`
        const takenAt = yield* moment
        const exported = yield* sql<{ id: string }>`SELECT pg_export_snapshot() AS id`
        yield* dump(place, exported[0]?.id ?? "", join(folder, DATABASE_IN_BACKUP.postgres))
        return { ...(yield* readHeld), kind: "postgres", takenAt } satisfies Copied
      })
    )
  }).pipe(Effect.catchTag("SqlError", Effect.die), Effect.provide(Layer.orDie(layerPostgres(place.url))))

/**
 * Uploads and the other files. A picture that is removed meanwhile can be missing, because its row was already
 * outdated.
 */
const copyFiles = Effect.fnUntraced(function* (dataDir: string, folder: string) {
  const uploads = yield* filesBelow(join(dataDir, UPLOADS))
  const paths = [...uploads.map((path) => `${UPLOADS}/${path}`), ...besides(dataDir)]
  const copied = yield* Effect.forEach(paths, (path) => copyBelow(dataDir, folder, path))
  return copied.filter((each): each is CopiedFile => each !== undefined)
})

const writeManifest = (folder: string, manifest: Manifest) =>
  onDisk(folder, async () => {
    const file = join(folder, MANIFEST)
    await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`, { mode: PRIVATE_FILE })
    await settleFile(file)
  })

/** Flushes every name below the folder and the folder's own name to disk. */
const finish = (folder: string, target: string) =>
  onDisk(target, async () => {
    const below = await readdir(folder, { recursive: true, withFileTypes: true })
    for (const entry of below) if (entry.isDirectory()) await syncFolder(join(entry.parentPath, entry.name))
    await syncFolder(folder)
    await rename(folder, target)
    await syncFolder(dirname(target))
  })

/** Takes a backup into a new folder. `release` is the product's version, stored in the manifest. */
export const takeBackup = (
  places: Places,
  target: string,
  release: string,
  report: Report
): Effect.Effect<Manifest, BackupRefused> =>
  Effect.gen(function* () {
    const { dataDir, databaseUrl, variables } = places
    const whole = resolve(target)
    if (existsSync(whole)) return yield* taken(whole)
    const folder = yield* temporaryFolder(`${whole}${UNFINISHED}`)
    report("Copying the database and summing up its tables.")
    const { kind, schema, tables, takenAt } = Option.isSome(databaseUrl)
      ? yield* copyOfPostgres({ url: databaseUrl.value, variables }, folder)
      : yield* copyOfSqlite(dataDir, folder)
    const path = DATABASE_IN_BACKUP[kind]
    const database = { kind, path, ...(yield* onDisk(folder, () => settleFile(join(folder, path)))) }
    report("Copying the uploads.")
    const files = yield* copyFiles(dataDir, folder)
    const manifest: Manifest = {
      product: "Commonhold",
      format: FORMAT,
      release,
      schema,
      takenAt,
      database,
      tables,
      files
    }
    yield* writeManifest(folder, manifest)
    yield* finish(folder, whole)
    return manifest
  }).pipe(Effect.scoped)
