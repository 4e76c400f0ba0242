/**
 * The two databases, for repository tests: every test runs on both, each time on a fresh and migrated one.
 *
 * ```ts
 * describeOnBothDatabases("UsersRepo", (database) => {
 *   it.effect("keeps a user", () => program.pipe(Effect.provide(UsersRepo.Default.pipe(Layer.provideMerge(database)))))
 * })
 * ```
 */
import type { SqlClient } from "@effect/sql"
import { Effect, Layer, Redacted } from "effect"
import { describe, inject } from "vitest"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerPostgres, layerSqlite } from "~/effects/base/db/Sql.server"
import { createDatabase, dropDatabase, giveBack, takeMigrated } from "./freshDatabases"

export type Database = Layer.Layer<SqlClient.SqlClient>

/** For a free connection: hundreds may want one at once, and how long they wait is the machine's speed, not our promise. */
const TIMEOUT = "2 minutes"

const connect = (server: string, name: string) => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return layerPostgres(Redacted.make(url.href), TIMEOUT)
}

/** Nothing in it, and gone when the test is over. */
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
  Effect.acquireRelease(
    Effect.promise(() => takeMigrated(server)),
    (taken) => Effect.promise(() => giveBack(server, taken))
  ).pipe(
    Effect.map(({ name }) => connect(server, name)),
    Layer.unwrapScoped,
    Layer.orDie
  )

const sqlite: Database = Layer.orDie(layerSqlite(":memory:"))

const describeOnBoth = (
  name: string,
  tests: (database: Database) => void,
  onSqlite: Database,
  onPostgres: (server: string) => Database
) => {
  const server = inject("postgres")
  describe(`${name} (SQLite)`, () => tests(onSqlite))
  describe.skipIf(server === null)(`${name} (Postgres)`, () => {
    if (server !== null) tests(onPostgres(server))
  })
}

/** Before any migration. */
export const describeOnEmptyDatabases = (name: string, tests: (database: Database) => void) =>
  describeOnBoth(name, tests, sqlite, emptyPostgres)

/** Migrated: what services find when the server runs. */
export const describeOnBothDatabases = (name: string, tests: (database: Database) => void) =>
  describeOnBoth(name, tests, MigrationsLive.pipe(Layer.provideMerge(sqlite), Layer.orDie), migratedPostgres)
