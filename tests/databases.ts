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

/** An empty database of the test server, dropped when the test is over. */
const emptyPostgres = (server: string): Database =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const name = `test_${randomBytes(8).toString("hex")}`
      yield* Effect.acquireRelease(command(server, `CREATE DATABASE ${name}`), () =>
        command(server, `DROP DATABASE ${name} WITH (FORCE)`)
      )
      const url = new URL(server)
      url.pathname = `/${name}`
      return layerPostgres(Redacted.make(url.href))
    })
  ).pipe(Layer.orDie)

const emptySqlite: Database = Layer.orDie(layerSqlite(":memory:"))

/** Before any migration. */
export const describeOnEmptyDatabases = (name: string, tests: (database: Database) => void) => {
  const server = inject("postgres")
  describe(`${name} (SQLite)`, () => tests(emptySqlite))
  describe.skipIf(server === null)(`${name} (Postgres)`, () => {
    if (server !== null) tests(emptyPostgres(server))
  })
}

/** Migrated: what services find when the server runs. */
export const describeOnBothDatabases = (name: string, tests: (database: Database) => void) =>
  describeOnEmptyDatabases(name, (empty) => tests(MigrationsLive.pipe(Layer.provideMerge(empty), Layer.orDie)))
