/**
 * Moves all data from one database to another, of the same kind or the other one (docs/product/safety.md).
 *
 * Nothing may run on either database meanwhile. The copy is one transaction: every table is written in key order, read
 * back and compared by its sum with what was read from the source; the transaction commits only if all tables agree.
 */
import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer, Schema } from "effect"
import { MigrationsLive } from "./migrations/index.server"
import { layerSqlite } from "./Sql.server"
import { readTables, schemaNumber, type Table, TRIGGERED } from "./schemaFacts.server"
import { type Row, type Sum, sumPages } from "./tableRows.server"

/** Why nothing was moved, as a sentence for the operator. */
export class MoveRefused extends Schema.TaggedError<MoveRefused>()("MoveRefused", { message: Schema.String }) {}

export interface Moved extends Sum {
  readonly table: string
}

type Database = Layer.Layer<SqlClient.SqlClient>

const sums = Effect.flatMap(readTables, (tables) =>
  Effect.map(
    Effect.forEach(tables, (table) => Effect.map(sumPages(table), (sum) => [table.name, sum] as const)),
    (pairs): ReadonlyMap<string, Sum> => new Map(pairs)
  )
)

/** Rows that the migrations themselves insert: a database with only these counts as empty. */
const freshSums = Effect.provide(sums, MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")), Layer.orDie))

const refuseUnlessEmpty = Effect.gen(function* () {
  const [fresh, found] = yield* Effect.all([freshSums, sums])
  const used = [...found].filter(([table, { digest }]) => fresh.get(table)?.digest !== digest).map(([table]) => table)
  if (used.length > 0) {
    return yield* new MoveRefused({ message: `The target is not empty: there are rows in ${used.join(", ")}.` })
  }
})

const insert = (table: Table, rows: ReadonlyArray<Row>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO ${sql(table.name)} ${sql.insert(rows)}`).pipe(
    Effect.orDie,
    Effect.when(() => rows.length > 0)
  )

/**
 * Reads the source from within the target's transaction; an ordinary client would treat that open transaction as its
 * own.
 */
const outside =
  (source: SqlClient.SqlClient) =>
  <A>(read: Effect.Effect<A, never, SqlClient.SqlClient>): Effect.Effect<A> =>
    Effect.mapInputContext(read, () => Context.make(SqlClient.SqlClient, source))

/** Copies one table and reads it back. What triggers wrote while other tables were copied is replaced. */
const copy = (table: Table, source: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.orDie(sql`DELETE FROM ${sql(table.name)}`)
    const there = yield* sumPages(table, (rows) => insert(table, rows), outside(source))
    const here = yield* sumPages(table)
    if (here.rows !== there.rows || here.digest !== there.digest) {
      return yield* new MoveRefused({
        message: `${table.name}: ${there.rows} rows were read, but ${here.rows} were written, or they differ.`
      })
    }
    return { table: table.name, ...here } satisfies Moved
  })

/** Postgres counts these ids, but not those that were copied. */
const continueIds = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({
    pg: () =>
      Effect.asVoid(sql`SELECT setval(pg_get_serial_sequence('search_entries', 'id'),
        (SELECT COALESCE(MAX(id), 0) + 1 FROM search_entries), FALSE)`),
    orElse: () => Effect.void
  })
).pipe(Effect.orDie)

/** Replaces all rows of a database of the same schema by those of `from`, in one transaction. */
export const copyAll = (from: SqlClient.SqlClient, report: (moved: Moved) => Effect.Effect<unknown>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const tables = yield* readTables
    const copying = Effect.gen(function* () {
      for (const { name } of tables.toReversed()) yield* Effect.orDie(sql`DELETE FROM ${sql(name)}`)
      const moved = yield* Effect.forEach(tables, (table) => Effect.tap(copy(table, from), report))
      if (tables.some(({ name }) => TRIGGERED.includes(name))) yield* continueIds
      return moved
    })
    return yield* sql.withTransaction(copying)
  })

/** Moves all rows of `source` into `target`, which may be new. `tell` is called with each table once its rows agree. */
export const moveAll = (
  source: Database,
  target: Database,
  report: (moved: Moved) => Effect.Effect<unknown>
): Effect.Effect<ReadonlyArray<Moved>, MoveRefused> =>
  Effect.gen(function* () {
    const from = Context.get(yield* Layer.build(source), SqlClient.SqlClient)
    const to = yield* Layer.build(target)
    const version = yield* Effect.provideService(schemaNumber, SqlClient.SqlClient, from)
    if (version === 0) return yield* new MoveRefused({ message: "The source is not a Commonhold database." })
    return yield* Effect.gen(function* () {
      yield* Effect.provide(Effect.void, MigrationsLive)
      const own = yield* schemaNumber
      if (own !== version) {
        const message = `The source has schema ${version} and this release ${own}. Start this release on the source once.`
        return yield* new MoveRefused({ message })
      }
      yield* refuseUnlessEmpty
      return yield* copyAll(from, report)
    }).pipe(Effect.provide(to))
  }).pipe(
    Effect.scoped,
    Effect.catchTags({
      MigrationError: Effect.die,
      SchemaTooNew: ({ message }) => new MoveRefused({ message }),
      SqlError: Effect.die
    })
  )
