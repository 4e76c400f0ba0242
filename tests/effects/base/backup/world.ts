/** A place with data, on either kind of database, and empty places to restore into. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option, Redacted } from "effect"
import { inject } from "vitest"
import { MANIFEST } from "~/effects/base/backup/Manifest"
import type { Places } from "~/effects/base/backup/places.server"
import { layerPostgres, layerSqlite } from "~/effects/base/db/Sql.server"
import { createDatabase, dropDatabase, MIGRATED } from "../../../freshDatabases"
import { quickFolder } from "../../../quickFolder"

export const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(quickFolder, "commonhold-backup-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const newPostgres = (server: string, template: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => createDatabase(server, template)),
      (name) => Effect.promise(() => dropDatabase(server, name))
    ),
    (name) => {
      const url = new URL(server)
      url.pathname = `/${name}`
      return Redacted.make(url.href)
    }
  )

const newPlaces = (server: string | null, template: string) =>
  Effect.gen(function* () {
    const dataDir = join(yield* folder, "data")
    const databaseUrl = server === null ? Option.none() : Option.some(yield* newPostgres(server, template))
    return { dataDir, databaseUrl, variables: { PATH: process.env.PATH } } satisfies Places
  })

/** Empty places: a folder that does not exist and, where there is a server, a new database. */
export const emptyPlaces = (server: string | null) => newPlaces(server, "template1")

/** The place's database, on a connection of its own. */
export const databaseOf = ({ dataDir, databaseUrl }: Places) =>
  Layer.orDie(
    Layer.fresh(
      Option.match(databaseUrl, {
        onNone: () => layerSqlite(join(dataDir, "commonhold.sqlite")),
        onSome: (url) => layerPostgres(url)
      })
    )
  )

export const put = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

export const addDraft = (n: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const row = { accountAddress: "account_1", place: `place-${n}`, data: `Ünïcødé ${n}`, version: n, savedAt: n }
    return Effect.orDie(sql`INSERT INTO drafts ${sql.insert(row)}`)
  })

export const draftsIn = (places: Places) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ version: number }>`SELECT version FROM drafts ORDER BY version`
  ).pipe(
    Effect.orDie,
    Effect.map((rows) => rows.map(({ version }) => version)),
    Effect.provide(databaseOf(places))
  )

/** A migrated database with some rows, pictures, a clock and keys. */
export const filledPlaces = (server: string | null) =>
  Effect.gen(function* () {
    const places = yield* newPlaces(server, MIGRATED)
    mkdirSync(places.dataDir)
    if (server === null) copyFileSync(inject("migratedSqlite"), join(places.dataDir, "commonhold.sqlite"))
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // The schema that the tests use for themselves.
      if (server !== null) yield* Effect.orDie(sql`DROP SCHEMA fresh CASCADE`)
      yield* Effect.forEach([1, 2, 3], addDraft)
    }).pipe(Effect.provide(databaseOf(places)))
    put(join(places.dataDir, "uploads/ab/abc"), "a picture")
    put(join(places.dataDir, "uploads/cd/cde.preview.webp"), "its preview")
    put(join(places.dataDir, "uploads/cd/cdf.x1.part"), "half of one")
    put(join(places.dataDir, "clock-offset"), "3600000")
    put(join(places.dataDir, "session-secret"), "0".repeat(64))
    return places
  })

/** Changes the manifest of a backup. */
export const changeManifest = (backup: string, change: (text: string) => string) => {
  const file = join(backup, MANIFEST)
  writeFileSync(file, change(readFileSync(file, "utf8")))
}
