/**
 * The database: Postgres where `DATABASE_URL` is set, else one SQLite file in `DATA_DIR`.
 *
 * A port in the shape of `@effect/sql`'s SqlClient. Callers write SQL that both understand and never ask which
 * one runs.
 */
import { mkdirSync } from "node:fs"
import { SqlClient } from "@effect/sql"
import { Context, type Duration, Effect, Layer, Option, type Redacted, String as Str } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { layerSqlite } from "./sqlite.server"
import { makeTransactions } from "./transactions.server"

export { layerSqlite }

/** Postgres' type number of BIGINT. Our BIGINTs are milliseconds and counts, all below 2^53. */
const PG_INT8 = 20
/**
 * How long a statement waits for a connection, be it that the server does not answer or that all are in use. Either way
 * the request is refused with a 503: nothing was written, and it can be sent again.
 */
const CONNECT_TIMEOUT = "5 seconds"
/** Connections at once, where no setting says otherwise. */
const POOL_SIZE = 10

/** A Postgres server. Several of our servers may share it. Its driver is loaded only here: others need not carry it. */
export const layerPostgres = (
  url: Redacted.Redacted,
  connectTimeout: Duration.DurationInput = CONNECT_TIMEOUT,
  poolSize = POOL_SIZE
) =>
  Layer.unwrapEffect(
    Effect.promise(async () => {
      const [{ PgClient }, { default: pg }] = await Promise.all([import("@effect/sql-pg"), import("pg")])
      const driver = PgClient.layer({
        url,
        connectTimeout,
        maxConnections: poolSize,
        transformQueryNames: Str.camelToSnake,
        transformResultNames: Str.snakeToCamel,
        types: {
          getTypeParser: (type, format) => (type === PG_INT8 ? Number : pg.types.getTypeParser(type, format))
        }
      })
      return Layer.map(driver, (context) => {
        const client = Context.get(context, SqlClient.SqlClient)
        const withTransaction = makeTransactions("BEGIN", client.reserve)
        return Context.make(SqlClient.SqlClient, Object.assign(client, { withTransaction }))
      })
    })
  )

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
