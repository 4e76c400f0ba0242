/**
 * The database as health checks ask it. On Postgres that is one connection beside the pool: where requests hold all of
 * the pool's, they wait and are refused one by one, and a server that was taken out for that would only send its
 * visitors to others with the same trouble.
 */
import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer, Option } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { CONNECT_TIMEOUT, layerPostgres } from "./postgres.server"

export class HealthSql extends Context.Tag("effects/HealthSql")<HealthSql, SqlClient.SqlClient>() {
  /** The requests' own client: SQLite's reads wait for no request. */
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
