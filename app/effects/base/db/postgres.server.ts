/** Postgres as a SqlClient, and metrics of its pool. */
import { createHash } from "node:crypto"
import { SqlClient } from "@effect/sql"
import { SqlError } from "@effect/sql/SqlError"
import { Context, Duration, Effect, Layer, Redacted, String as Str } from "effect"
import type pg from "pg"
import { makeTransactions } from "./transactions.server"

/** Number of uses after which a text is prepared. */
const AFTER = 3
/** Limit of prepared statements: each connection holds all of them in the server's memory. */
const MOST = 500
const QUERY = /^\s*SELECT\b/i
/** A list of values or of rows: each length is a different text, so too many of them would be prepared. */
const LIST = /\bIN \(\$\d+,|\),\(\$/
const MOST_COUNTED = 5_000

/**
 * The result has other columns than when the statement was prepared, because a newer server has migrated the database.
 */
const OUTDATED = "0A000"
/** The name is unknown or already in use: a pooler gave the connection to others between two transactions. */
const FORGOTTEN: ReadonlyArray<unknown> = ["26000", "42P05"]

type Done = (error: (Error & { readonly code?: unknown }) | null | undefined, result?: unknown) => void

const isDone = (value: unknown): value is Done => typeof value === "function"

interface Names {
  /** Undefined for a text that is not prepared. */
  readonly of: (text: string) => string | undefined
  /** Whether the failure is about preparing; the next names are then different, or none are used. */
  readonly wasRefused: (name: string, code: unknown) => boolean
}

/**
 * Names of the queries that are prepared, for all connections of a pool. They are derived from the texts, so that
 * servers that share a connection through a pooler use the same ones (docs/operations/proxies.md).
 */
export const makeNames = (): Names => {
  const names = new Map<string, string>()
  const counted = new Map<string, number>()
  let round = 0
  let isOff = false

  const give = (text: string) => {
    counted.delete(text)
    const name = `${round}_${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`
    names.set(text, name)
    return name
  }
  return {
    of: (text) => {
      if (isOff) return undefined
      const known = names.get(text)
      if (known !== undefined || names.size >= MOST || !QUERY.test(text) || LIST.test(text)) return known
      const times = (counted.get(text) ?? 0) + 1
      if (times >= AFTER) return give(text)
      if (counted.size >= MOST_COUNTED) counted.clear()
      counted.set(text, times)
      return undefined
    },
    wasRefused: (name, code) => {
      if (FORGOTTEN.includes(code)) isOff = true
      if (code === OUTDATED && name.startsWith(`${round}_`)) {
        names.clear()
        round++
      }
      return code === OUTDATED || FORGOTTEN.includes(code)
    }
  }
}

/**
 * Lets a new connection of a pool prepare frequent queries: they are parsed and planned once per connection (the
 * manual of Postgres, "PREPARE" and 55.2.3), because planning takes longer than running, many times longer for joins
 * of many tables. Writes are planned each time: that is cheap, and a plan made for a nearly empty table would be kept
 * while the table grows. A statement that was refused because of its name did not run, so it is sent again as text,
 * unless a transaction ended with it.
 */
const prepareOn = (client: pg.PoolClient, names: Names): void => {
  // The caller decides which of the driver's overloads is meant.
  const send = client.query.bind(client) as (...args: ReadonlyArray<unknown>) => unknown
  const query = (...args: ReadonlyArray<unknown>) => {
    const [text, values, done] = args
    if (typeof text !== "string" || !Array.isArray(values) || values.length === 0 || !isDone(done)) return send(...args)
    const name = names.of(text)
    if (name === undefined) return send(...args)
    const ended: Done = (error, result) => {
      const isAlone = client.getTransactionStatus() === "I"
      if (error && names.wasRefused(name, error.code) && isAlone) return send(...args)
      return done(error, result)
    }
    return send({ name, text, values }, ended)
  }
  Object.assign(client, { query })
}

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
