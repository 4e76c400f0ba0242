/** Postgres as a SqlClient, and metrics of its pool. */
import { SqlClient } from "@effect/sql"
import { SqlError } from "@effect/sql/SqlError"
import { Context, Duration, Effect, Layer, Redacted, String as Str } from "effect"
import { makeNames, prepareOn } from "./preparedStatements.server"
import { makeTransactions } from "./transactions.server"

/** Postgres' type number of BIGINT. Our BIGINTs are milliseconds and counts, all below 2^53. */
const PG_INT8 = 20
/**
 * How long a statement waits for a connection, whether the server does not respond or all connections are in use. The
 * request is then refused with 503; nothing was written, and it can be sent again.
 */
export const CONNECT_TIMEOUT = "5 seconds"
/** Default number of connections. */
const POOL_SIZE = 10
/** An idle connection and its prepared statements end after this time; jobs return each minute. */
const IDLE_TIMEOUT = "90 seconds"
/** On shutdown the process does not wait longer than this for connections to close. */
const SHUTDOWN_TIMEOUT = "1 second"

export interface PoolUse {
  /** Open connections. */
  readonly total: number
  readonly idle: number
  /** Callers that wait for a connection. */
  readonly waiting: number
}

const uses = new WeakMap<SqlClient.SqlClient, () => PoolUse>()
/** Usage of the pool behind a client; undefined if it has none. */
export const poolUseOf = (sql: SqlClient.SqlClient): (() => PoolUse) | undefined => uses.get(sql)

/**
 * A Postgres server, which several of our servers may share. Its driver is imported only here, so that installations on
 * SQLite do not need it.
 */
export const layerPostgres = (
  url: Redacted.Redacted,
  connectTimeout: Duration.DurationInput = CONNECT_TIMEOUT,
  poolSize = POOL_SIZE
) =>
  Layer.unwrapEffect(
    Effect.promise(async () => {
      const [{ PgClient }, { default: pg }] = await Promise.all([import("@effect/sql-pg"), import("pg")])
      const pool = new pg.Pool({
        connectionString: Redacted.value(url),
        connectionTimeoutMillis: Duration.toMillis(connectTimeout),
        idleTimeoutMillis: Duration.toMillis(IDLE_TIMEOUT),
        max: poolSize,
        application_name: "commonhold",
        types: {
          getTypeParser: (type, format) => (type === PG_INT8 ? Number : pg.types.getTypeParser(type, format))
        }
      })
      // An idle connection that breaks is replaced by the next statement.
      pool.on("error", () => undefined)
      const names = makeNames()
      pool.on("connect", (client) => prepareOn(client, names))
      const acquire = Effect.acquireRelease(
        Effect.tryPromise({
          try: () => pool.query("SELECT 1"),
          catch: (cause) => new SqlError({ cause, message: "Postgres does not answer" })
        }),
        () => Effect.timeoutOption(Effect.interruptible(Effect.promise(() => pool.end())), SHUTDOWN_TIMEOUT)
      ).pipe(
        Effect.timeoutFail({
          duration: connectTimeout,
          onTimeout: () => new SqlError({ cause: new Error("connection timeout"), message: "Postgres does not answer" })
        }),
        Effect.as(pool)
      )
      const driver = PgClient.layerFromPool({
        acquire,
        transformQueryNames: Str.camelToSnake,
        transformResultNames: Str.snakeToCamel
      })
      return Layer.map(driver, (context) => {
        const client = Context.get(context, SqlClient.SqlClient)
        const withTransaction = makeTransactions("BEGIN", client.reserve)
        uses.set(client, () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }))
        return Context.make(SqlClient.SqlClient, Object.assign(client, { withTransaction }))
      })
    })
  )
