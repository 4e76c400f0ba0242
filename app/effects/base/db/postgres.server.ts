/** Postgres as a SqlClient, and how its pool is used. */
import { SqlClient } from "@effect/sql"
import { SqlError } from "@effect/sql/SqlError"
import { Context, Duration, Effect, Layer, Redacted, String as Str } from "effect"
import { makeNames, prepareOn } from "./preparedStatements.server"
import { makeTransactions } from "./transactions.server"

/** Postgres' type number of BIGINT. Our BIGINTs are milliseconds and counts, all below 2^53. */
const PG_INT8 = 20
/**
 * How long a statement waits for a connection, be it that the server does not answer or that all are in use. Either way
 * the request is refused with a 503: nothing was written, and it can be sent again.
 */
export const CONNECT_TIMEOUT = "5 seconds"
/** Connections at once, where no setting says otherwise. */
const POOL_SIZE = 10
/** A connection that nobody uses ends after this, and what it has prepared with it: jobs come back each minute. */
const IDLE_TIMEOUT = "90 seconds"
/** At the end the process waits no longer for connections to close. */
const SHUTDOWN_TIMEOUT = "1 second"

export interface PoolUse {
  /** Connections there are. */
  readonly total: number
  readonly idle: number
  /** Who waits for one. */
  readonly waiting: number
}

const uses = new WeakMap<SqlClient.SqlClient, () => PoolUse>()
/** How the pool behind a client is used; undefined where there is none. */
export const poolUseOf = (sql: SqlClient.SqlClient): (() => PoolUse) | undefined => uses.get(sql)

/** A Postgres server. Several of our servers may share it. Its driver is loaded only here: others need not carry it. */
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
      // A connection that breaks while nobody uses it is replaced by the next statement.
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
