/**
 * The database: Postgres where `DATABASE_URL` is set, else one SQLite file in `DATA_DIR`.
 *
 * A port in the shape of `@effect/sql`'s SqlClient. Callers write SQL that both understand and never ask which
 * one runs.
 */
import { mkdirSync } from "node:fs"
import { Effect, Layer, Option } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { CONNECT_TIMEOUT, layerPostgres } from "./postgres.server"
import { layerSqlite } from "./sqlite.server"

export { layerPostgres, layerSqlite }

/** The database the settings name. The data folder is made when it is missing. */
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
