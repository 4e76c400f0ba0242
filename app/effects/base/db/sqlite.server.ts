/**
 * The embedded database as a SqlClient: one connection that writes, used by one statement or one transaction at a time,
 * and one that reads. A SELECT outside a transaction does not wait for writers: it sees what was committed before it.
 *
 * The driver blocks the thread, so it never waits for a lock that another program holds: it fails immediately, the
 * connection is released so that pages continue to read, and the attempt is repeated until the deadline. Then the
 * caller gets the lock's SqlError. Transactions begin IMMEDIATE, so that two writers queue instead of failing halfway.
 */
import { Reactivity } from "@effect/experimental"
import { SqlClient, Statement } from "@effect/sql"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { SqliteClient } from "@effect/sql-sqlite-node"
import { Context, Effect, Layer, Schedule, String as Str } from "effect"
import { isLocked } from "./storageFailure.server"
import { makeTransactions } from "./transactions.server"

// Writes limits as literals into statements for SQLite. With a bound limit SQLite plans the statement again each time
// it runs, since the plan may depend on the value: for a statement of many parts that costs twenty times its execution
// (docs/goals.md A9). Limits are page sizes, a handful of numbers, so each literal is planned once.

/** Strings, comments and quoted names may contain question marks. */
const PARTS = /'[^']*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?/g
const BEFORE = /\b(?:LIMIT|OFFSET)\s*$/i
/** Statements to remember. There are some hundreds; lists of values of any length add more. */
const MOST = 1_000

/** The text before, between and after the limits' values, and the indexes of those values. */
interface Shape {
  readonly parts: ReadonlyArray<string>
  readonly limits: ReadonlyArray<number>
}

const shapeOf = (sql: string): Shape => {
  const parts: Array<string> = []
  const limits: Array<number> = []
  let [from, values] = [0, 0]
  for (const { 0: part, index } of sql.matchAll(PARTS)) {
    if (part !== "?") continue
    if (BEFORE.test(sql.slice(Math.max(0, index - 10), index))) {
      parts.push(sql.slice(from, index))
      limits.push(values)
      from = index + 1
    }
    values += 1
  }
  return { parts: [...parts, sql.slice(from)], limits }
}

type Asked = readonly [sql: string, values: ReadonlyArray<unknown>]

/** Placeholders are `?` only; a limit that is not a whole number stays a bound value. */
export const makeWrittenLimits = (): ((sql: string, values: ReadonlyArray<unknown>) => Asked) => {
  const shapes = new Map<string, Shape>()
  const known = (sql: string) => {
    const shape = shapes.get(sql) ?? shapeOf(sql)
    if (shapes.size < MOST) shapes.set(sql, shape)
    return shape
  }
  return (sql, values) => {
    const { limits, parts } = known(sql)
    if (limits.length === 0 || !limits.every((n) => Number.isSafeInteger(values[n]))) return [sql, values]
    const text = parts.map((part, n) => (n < limits.length ? `${part}${values[limits[n] ?? 0]}` : part)).join("")
    return [text, values.filter((_, n) => !limits.includes(n))]
  }
}

/** How long a write waits for another program's lock, in milliseconds. */
export class LockTimeout extends Context.Reference<LockTimeout>()("base/db/LockTimeout", {
  defaultValue: () => 3_000
}) {}

const again = Schedule.exponential("5 millis", 1.5).pipe(
  Schedule.union(Schedule.spaced("40 millis")),
  Schedule.jittered
)

const PRAGMAS = [
  "PRAGMA foreign_keys = ON",
  "PRAGMA busy_timeout = 0",
  // An acknowledged write survives a power loss (docs/product/safety.md).
  "PRAGMA synchronous = FULL"
]

const QUERY = /^\s*SELECT\b/i
/** Tells whether another program has committed. Reads no row, so it need not wait for the current transaction. */
const COMMITS_OF_OTHERS = "PRAGMA data_version"

/** A connection of the driver, which plans its statements once. */
const planned = (connection: Connection): Connection => {
  const written = makeWrittenLimits()
  return {
    execute: (sql, params, transformRows) => connection.execute(...written(sql, params), transformRows),
    executeRaw: (sql, params) => connection.executeRaw(...written(sql, params)),
    executeValues: (sql, params) => connection.executeValues(...written(sql, params)),
    executeUnprepared: connection.executeUnprepared,
    executeStream: connection.executeStream
  }
}

/**
 * The connection for statements that only read; none for an in-memory database, which each connection would have for
 * itself.
 */
const makeReader = (writer: Connection) =>
  Effect.gen(function* () {
    const [found] = yield* writer.executeValues("SELECT file FROM pragma_database_list WHERE name = 'main'", [])
    const filename = String(found?.[0] ?? "")
    if (filename === "") return null
    const driver = yield* SqliteClient.make({ filename })
    const connection = planned(yield* Effect.scoped(driver.reserve))
    for (const pragma of ["PRAGMA busy_timeout = 0", "PRAGMA query_only = ON"]) {
      yield* connection.execute(pragma, [], undefined)
    }
    return connection
  })

const makeClient = (filename: string) =>
  Effect.gen(function* () {
    const driver = yield* SqliteClient.make({ filename })
    const connection = planned(yield* Effect.scoped(driver.reserve))
    for (const pragma of PRAGMAS) yield* connection.execute(pragma, [], undefined)
    const reader = yield* makeReader(connection)

    const free = yield* Effect.makeSemaphore(1)
    /** Of the callers that wait for another program's lock, one tries at a time. */
    const turn = yield* Effect.makeSemaphore(1)
    const waiting = <A>(attempt: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
      Effect.catchIf(attempt, isLocked, (locked) =>
        Effect.flatMap(LockTimeout, (timeout) => {
          if (timeout === 0) return Effect.fail(locked)
          const deadline = performance.now() + timeout
          const inTime = (error: SqlError) => isLocked(error) && performance.now() < deadline
          return turn.withPermits(1)(Effect.retry(attempt, { schedule: again, while: inTime }))
        })
      )
    const alone = <A>(statement: Effect.Effect<A, SqlError>) => waiting(free.withPermits(1)(statement))

    const reserve = Effect.as(
      Effect.acquireRelease(free.take(1), () => free.release(1)),
      connection
    )
    const single: Connection = {
      // Statements that fail on the reader are repeated on the writer, which sees tables created just now.
      execute: (...args) => {
        if (args[0] === COMMITS_OF_OTHERS) return connection.execute(...args)
        const written = alone(connection.execute(...args))
        return reader !== null && QUERY.test(args[0])
          ? Effect.catchAll(reader.execute(...args), () => written)
          : written
      },
      executeRaw: (...args) => alone(connection.executeRaw(...args)),
      executeValues: (...args) => alone(connection.executeValues(...args)),
      executeUnprepared: (...args) => alone(connection.executeUnprepared(...args)),
      executeStream: connection.executeStream
    }
    const client = yield* SqlClient.make({
      acquirer: Effect.succeed(single),
      transactionAcquirer: reserve,
      compiler: Statement.makeCompilerSqlite(Str.camelToSnake),
      spanAttributes: [["db.system.name", "sqlite"]],
      transformRows: Statement.defaultTransforms(Str.snakeToCamel).array
    })
    return Object.assign(client, { withTransaction: makeTransactions("BEGIN IMMEDIATE", reserve, waiting) })
  })

/** On an older Node the driver ends the process before it can report why. */
const OLDEST_NODE = 22

/** Stops the start with a readable message. */
export class NodeTooOld extends Error {
  constructor(version: string) {
    super(
      `This is Node ${version}, and the embedded database needs Node ${OLDEST_NODE} or newer (docs/operations/packages.md).`
    )
  }
}

/** @param version Node's own, like "20.20.2" */
export const requireNode = (version: string) =>
  Number.parseInt(version, 10) < OLDEST_NODE ? Effect.die(new NodeTooOld(version)) : Effect.void

/** Opens an embedded database. `filename` may be ":memory:". */
export const layerSqlite = (filename: string) =>
  Layer.scoped(SqlClient.SqlClient, Effect.zipRight(requireNode(process.versions.node), makeClient(filename))).pipe(
    Layer.provide(Reactivity.layer)
  )
