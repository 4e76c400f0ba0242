/**
 * The database: Postgres if `DATABASE_URL` is set, else one SQLite file in `DATA_DIR`.
 *
 * A port with the interface of `@effect/sql`'s SqlClient. Callers write SQL that both databases understand and never
 * ask which one is used.
 */
import { mkdirSync } from "node:fs"
import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer, Option } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { CONNECT_TIMEOUT, layerPostgres } from "./postgres.server"
import { layerSqlite } from "./sqlite.server"

export { layerPostgres, layerSqlite }

/** The database that the settings name. The data folder is created if it is missing. */
export const SqlLive = Layer.unwrapEffect(
  Effect.gen(function* () {
    const settings = yield* Settings
    if (Option.isSome(settings.databaseUrl)) {
      return layerPostgres(settings.databaseUrl.value, CONNECT_TIMEOUT, settings.databasePoolSize)
    }
    mkdirSync(settings.dataDir, { recursive: true })
    return layerSqlite(`${settings.dataDir}/commonhold.sqlite`)
  })
)

/**
 * The database client of health checks. On Postgres it is one connection outside the pool: when requests hold the whole
 * pool they wait and are refused one by one, and taking the server out of rotation for that would only move its
 * visitors to servers with the same problem.
 */
export class HealthSql extends Context.Tag("base/db/HealthSql")<HealthSql, SqlClient.SqlClient>() {
  /** The same client as requests use: SQLite's reads do not wait for requests. */
  static readonly layerShared = Layer.effect(HealthSql, SqlClient.SqlClient)

  static readonly layer = Layer.unwrapEffect(
    Effect.map(Settings, ({ databaseUrl }) =>
      Option.match(databaseUrl, {
        onNone: () => HealthSql.layerShared,
        onSome: (url) => Layer.provide(HealthSql.layerShared, layerPostgres(url, CONNECT_TIMEOUT, 1))
      })
    )
  )
}
