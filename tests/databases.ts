/**
 * The two databases, for repository tests: every test runs on both, each time on a fresh and migrated one. In `npm test`
 * only the files that `tests/sets.ts` names run on Postgres.
 *
 * ```ts
 * describeOnBothDatabases("UsersRepo", (database) => {
 *   it.effect("keeps a user", () => program.pipe(Effect.provide(UsersRepo.Default.pipe(Layer.provideMerge(database)))))
 * })
 * ```
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { describe, expect, inject } from "vitest"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { connect, createDatabase, dropDatabase, giveBack, takeMigrated } from "./freshDatabases"
import { isShort, ON_POSTGRES } from "./sets"

export type Database = Layer.Layer<SqlClient.SqlClient>

/** An empty database that is removed with the test. */
const emptyPostgres = (server: string): Database =>
  Effect.acquireRelease(
    Effect.promise(() => createDatabase(server, "template1")),
    (name) => Effect.promise(() => dropDatabase(server, name))
  ).pipe(
    Effect.map((name) => connect(server, name)),
    Layer.unwrapScoped,
    Layer.orDie
  )

const migratedPostgres = (server: string): Database =>
  Layer.scopedContext(
    Effect.map(
      Effect.acquireRelease(takeMigrated(server), (taken) => giveBack(server, taken)),
      ({ pool }) => pool
    )
  ).pipe(Layer.orDie)

const emptySqlite: Database = Layer.orDie(layerSqlite(":memory:"))

let image: Buffer | undefined
export const migratedSqlite: Database = Layer.suspend(() => {
  image ??= readFileSync(inject("migratedSqlite"))
  // The driver opens a database's bytes as one in memory; the type of the library around it accepts names only.
  return Layer.orDie(layerSqlite(image as unknown as string))
})

/** Whether the file whose tests are being collected runs on Postgres. */
const isOnPostgres = () => {
  const { testPath = "" } = expect.getState()
  return !isShort || ON_POSTGRES.some((beginning) => testPath.startsWith(join(import.meta.dirname, beginning)))
}

const describeOnBoth = (
  name: string,
  tests: (database: Database) => void,
  onSqlite: Database,
  onPostgres: (server: string) => Database
) => {
  const server = isOnPostgres() ? inject("postgres") : null
  describe(`${name} (SQLite)`, () => tests(onSqlite))
  describe.skipIf(server === null)(`${name} (Postgres)`, () => {
    if (server !== null) tests(onPostgres(server))
  })
}

/** Another server on the database of the test: the same services, built again. */
export const onAnotherServer =
  <Services, Error>(services: (database: Database) => Layer.Layer<Services, Error>) =>
  <A, E, R>(program: Effect.Effect<A, E, R>) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.provide(program, Layer.fresh(services(Layer.succeed(SqlClient.SqlClient, sql))))
    )

/** Before any migration. */
export const describeOnEmptyDatabases = (name: string, tests: (database: Database) => void) =>
  describeOnBoth(name, tests, emptySqlite, emptyPostgres)

/** Migrated, as services find it when the server runs. */
export const describeOnBothDatabases = (name: string, tests: (database: Database) => void) =>
  describeOnBoth(name, tests, migratedSqlite, migratedPostgres)
