/**
 * The two databases, for repository tests: every test runs on both, each time on a fresh and migrated one.
 *
 * ```ts
 * describeOnBothDatabases("UsersRepo", (database) => {
 *   it.effect("keeps a user", () => program.pipe(Effect.provide(UsersRepo.Default.pipe(Layer.provideMerge(database)))))
 * })
 * ```
 */
import { randomBytes } from "node:crypto"
import type { SqlClient } from "@effect/sql"
import { Effect, Layer, Redacted } from "effect"
import pg from "pg"
import { describe, inject } from "vitest"
import { MigrationsLive } from "~/effects/db/migrations/index.server"
import { layerPostgres, layerSqlite } from "~/effects/db/Sql.server"
import { MIGRATED } from "./postgres"

export type Database = Layer.Layer<SqlClient.SqlClient>

const command = (url: string, text: string) =>
  Effect.promise(async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  })

/** A database of the test server, empty or a copy of `template`, dropped when the test is over. */
const postgres = (server: string, template = "template1"): Database =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const name = `test_${randomBytes(8).toString("hex")}`
      yield* Effect.acquireRelease(command(server, `CREATE DATABASE ${name} TEMPLATE ${template}`), () =>
        command(server, `DROP DATABASE ${name} WITH (FORCE)`)
      )
      const url = new URL(server)
      url.pathname = `/${name}`
      return layerPostgres(Redacted.make(url.href))
    })
  ).pipe(Layer.orDie)

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
  describeOnBoth(name, tests, sqlite, (server) => postgres(server))

/** Migrated: what services find when the server runs. */
export const describeOnBothDatabases = (name: string, tests: (database: Database) => void) =>
  describeOnBoth(name, tests, MigrationsLive.pipe(Layer.provideMerge(sqlite), Layer.orDie), (server) =>
    postgres(server, MIGRATED)
  )
