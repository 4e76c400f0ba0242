/**
 * Restores a backup into an empty place. Every file is copied under a temporary name and compared with the manifest,
 * then every table is; only a matching copy gets its final name, the database last. A restore that is refused or
 * interrupted therefore leaves no database that a server could start on.
 */
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { layerPostgres } from "~/effects/base/db/Sql.server"
import { OWN_TABLE, readTables, schemaNumber } from "~/effects/base/db/schemaFacts.server"
import { Sql } from "~/effects/base/db/statements.server"
import { SQLITE_FILE, SQLITE_FILES, UPLOADS } from "~/effects/base/settings/dataFolder.server"
import { copyBelow, filesBelow, PRIVATE_FOLDER, syncFolder } from "./copiedFiles.server"
import { type Held, readHeld, readHeldOfFile } from "./databaseSums.server"
import { type CopiedFile, differences, type Manifest } from "./Manifest"
import type { Places, Report } from "./places.server"
import { type PostgresPlace, undump } from "./postgresTools.server"
import { readBackup } from "./readBackup.server"
import { BackupRefused, onDisk } from "./refusal.server"

/** Restores a dump into an empty Postgres database, and removes it again if it differs from the backup. */
const inside = <A, E>({ url }: PostgresPlace, program: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.provide(program, Layer.orDie(layerPostgres(url)))

const requireEmptyDatabase = (place: PostgresPlace) =>
  inside(
    place,
    Effect.gen(function* () {
      const tables = yield* readTables
      if (tables.length === 0 && (yield* schemaNumber) === 0) return
      const message = "There are tables in the database at DATABASE_URL already. Restore into an empty one (createdb)."
      return yield* new BackupRefused({ code: "E-RESTORE-TARGET", message })
    })
  )

/** Drops everything that the dump created; the database was empty before. */
const emptyAgain = Effect.gen(function* () {
  const sql = yield* Sql
  const tables = yield* readTables
  for (const name of [...tables.map((table) => table.name), OWN_TABLE]) {
    yield* sql`DROP TABLE IF EXISTS ${sql(name)} CASCADE`
  }
})

/** Restores everything or nothing: if `check` fails, the restored tables are removed again. */
const restoreDump = (place: PostgresPlace, file: string, check: (held: Held) => Effect.Effect<void, BackupRefused>) =>
  Effect.zipRight(
    undump(place, file),
    inside(place, Effect.flatMap(readHeld, check).pipe(Effect.onError(() => emptyAgain)))
  )

const notEmpty = (what: string) =>
  new BackupRefused({ code: "E-RESTORE-TARGET", message: `${what} Restore into an empty place.` })

const requireFit = Effect.fnUntraced(function* ({ database }: Manifest, { databaseUrl }: Places) {
  const isPostgres = Option.isSome(databaseUrl)
  if ((database.kind === "postgres") === isPostgres) return
  const message = isPostgres
    ? "The backup is of an SQLite database. Restore it without DATABASE_URL, then copy it with npm run move."
    : "The backup is of a Postgres database. Set DATABASE_URL to an empty one; npm run move copies it to SQLite."
  return yield* new BackupRefused({ code: "E-RESTORE-VERSION", message })
})

const requireEmpty = Effect.fnUntraced(function* (dataDir: string) {
  const found = SQLITE_FILES.map((name) => join(dataDir, name)).find((path) => existsSync(path))
  if (found !== undefined) return yield* notEmpty(`${found} exists already.`)
  const uploads = join(dataDir, UPLOADS)
  if ((yield* filesBelow(uploads)).length > 0) return yield* notEmpty(`There are files in ${uploads} already.`)
})

const damaged = (what: string) =>
  new BackupRefused({ code: "E-RESTORE-SOURCE", message: `The backup is damaged: ${what}. Nothing was restored.` })

const copyWhole = Effect.fnUntraced(function* (source: string, folder: string, expected: CopiedFile) {
  const copied = yield* copyBelow(source, folder, expected.path)
  if (copied === undefined) return yield* damaged(`${expected.path} is missing`)
  if (copied.sha256 !== expected.sha256) return yield* damaged(`${expected.path} differs from what was backed up`)
})

/** Fails if the tables differ from the manifest. */
const requireHolding = ({ schema, tables }: Manifest, held: Held): Effect.Effect<void, BackupRefused> => {
  const wrong = [
    ...(held.schema === schema ? [] : [`its schema is ${held.schema} instead of ${schema}`]),
    ...differences(tables, held.tables)
  ]
  return wrong.length === 0 ? Effect.void : damaged(wrong.slice(0, 3).join(", "))
}

/** A folder inside `DATA_DIR`, created if missing and removed again if it stays empty. */
const staging = (dataDir: string) =>
  Effect.acquireRelease(
    onDisk(dataDir, async () => {
      const made = await mkdir(dataDir, { recursive: true, mode: PRIVATE_FOLDER })
      return { made, folder: await mkdtemp(join(dataDir, "restore-unfinished-")) }
    }),
    ({ folder, made }, exit) =>
      Effect.promise(() =>
        rm(exit._tag === "Failure" && made !== undefined ? made : folder, { recursive: true, force: true })
      )
  )

/**
 * Renames the copies to their final names. For the uploads that is the folder, which may exist already if it is empty.
 */
const put = (folder: string, dataDir: string, names: ReadonlyArray<string>) =>
  onDisk(dataDir, async () => {
    for (const name of names) await rename(join(folder, name), join(dataDir, name))
    await syncFolder(dataDir)
  })

/** Restores the backup in `source` and returns its manifest. */
export const restoreBackup = (
  places: Places,
  source: string,
  newest: number,
  report: Report
): Effect.Effect<Manifest, BackupRefused> =>
  Effect.gen(function* () {
    const { dataDir, databaseUrl, variables } = places
    const manifest = yield* readBackup(source, newest)
    yield* requireFit(manifest, places)
    yield* requireEmpty(dataDir)
    const postgres = Option.map(databaseUrl, (url) => ({ url, variables }))
    if (Option.isSome(postgres)) yield* requireEmptyDatabase(postgres.value)
    const { folder } = yield* staging(dataDir)
    report("Copying the files and comparing each with the manifest.")
    for (const file of [manifest.database, ...manifest.files]) yield* copyWhole(source, folder, file)
    report("Comparing every table with the manifest.")
    const database = join(folder, manifest.database.path)
    const putFiles = put(folder, dataDir, [...new Set(manifest.files.map(({ path }) => path.split("/")[0] ?? path))])
    if (Option.isSome(postgres)) {
      yield* restoreDump(postgres.value, database, (held) => Effect.zipRight(requireHolding(manifest, held), putFiles))
    } else {
      const held = yield* readHeldOfFile(database)
      if ("problem" in held) return yield* damaged(`SQLite reports: ${held.problem}`)
      yield* requireHolding(manifest, held)
      yield* putFiles
      yield* onDisk(dataDir, () => rename(database, join(dataDir, SQLITE_FILE)))
    }
    yield* onDisk(dataDir, () => syncFolder(dataDir))
    yield* onDisk(dirname(dataDir), () => syncFolder(dirname(dataDir)))
    return manifest
  }).pipe(Effect.scoped)
