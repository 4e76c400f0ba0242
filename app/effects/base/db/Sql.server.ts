/**
 * The database: Postgres if `DATABASE_URL` is set, else one SQLite file in `DATA_DIR`.
 *
 * A port with the interface of `@effect/sql`'s SqlClient. Callers write SQL that both databases understand and never
 * ask which one is used.
 */
import { mkdirSync } from "node:fs"
import { Effect, Layer, Option } from "effect"
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
