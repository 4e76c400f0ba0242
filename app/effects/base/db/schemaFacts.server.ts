/** Reads a database's own description of its tables, in one form for both kinds. */
import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"

const Column = Schema.Struct({
  tableName: Schema.String,
  columnName: Schema.String,
  /** Place in the primary key, from 1; 0 outside it. */
  keyPlace: Schema.Number
})
const Reference = Schema.Struct({ tableName: Schema.String, parent: Schema.String })

export interface Table {
  readonly name: string
  /** Without those the database fills in from others. */
  readonly columns: ReadonlyArray<string>
  /** Columns of the primary key in its order; empty for a table without one. */
  readonly key: ReadonlyArray<string>
}

/** The migrator's own table: the two kinds of database store its times in different types. */
export const OWN_TABLE = "migrations"
/** Triggers of other tables write the first, and its own the second. */
export const TRIGGERED: ReadonlyArray<string> = ["search_entries", "search_words_removed"]

const readColumns = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({
    pg: () => sql`SELECT c.table_name, c.column_name, COALESCE(array_position(k.keys, a.attnum), 0) AS key_place
      FROM information_schema.columns c
      JOIN pg_class t ON t.relname = c.table_name AND t.relkind = 'r' AND t.relnamespace = c.table_schema::regnamespace
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = c.column_name
      LEFT JOIN (SELECT conrelid, conkey AS keys FROM pg_constraint WHERE contype = 'p') k ON k.conrelid = t.oid
      WHERE c.table_schema = current_schema() AND c.is_generated = 'NEVER'
      ORDER BY c.table_name, c.column_name`,
    orElse: () => sql`SELECT t.name AS table_name, c.name AS column_name, c.pk AS key_place
      FROM pragma_table_list t JOIN pragma_table_info(t.name) c
      WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.name`
  })
)

const readReferences = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({
    pg: () => sql`SELECT child.relname AS table_name, parent.relname AS parent
      FROM pg_constraint r JOIN pg_class child ON child.oid = r.conrelid JOIN pg_class parent ON parent.oid = r.confrelid
      WHERE r.contype = 'f' AND r.connamespace = current_schema()::regnamespace`,
    orElse: () => sql`SELECT t.name AS table_name, f."table" AS parent
      FROM sqlite_master t JOIN pragma_foreign_key_list(t.name) f WHERE t.type = 'table'`
  })
)

/**
 * Every table except the migrator's own, each after those it refers to, and last those that triggers write. No table
 * refers to itself, and there are no cycles. Indexes of SQLite that consist of tables are left out.
 */
export const readTables = Effect.gen(function* () {
  const columns = yield* Effect.flatMap(readColumns, Schema.decodeUnknown(Schema.Array(Column)))
  const references = yield* Effect.flatMap(readReferences, Schema.decodeUnknown(Schema.Array(Reference)))
  const names = [...new Set(columns.map(({ tableName }) => tableName))].filter((name) => name !== OWN_TABLE).sort()
  const placed = new Set<string>()
  const ordered: Array<Table> = []
  const place = (name: string): void => {
    if (placed.has(name)) return
    placed.add(name)
    for (const { parent, tableName } of references) if (tableName === name) place(parent)
    const own = columns.filter(({ tableName }) => tableName === name)
    const key = own.filter(({ keyPlace }) => keyPlace > 0).sort((one, other) => one.keyPlace - other.keyPlace)
    ordered.push({ name, columns: own.map(({ columnName }) => columnName), key: key.map((each) => each.columnName) })
  }
  for (const name of names) if (!TRIGGERED.includes(name)) place(name)
  for (const name of TRIGGERED) if (names.includes(name)) place(name)
  return ordered as ReadonlyArray<Table>
}).pipe(Effect.orDie)

/** The newest migration that was run; 0 in a database that this product never used. */
export const schemaNumber = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const newest = yield* sql<{ n: number | null }>`SELECT MAX(migration_id) AS n FROM ${sql(OWN_TABLE)}`
  return newest[0]?.n ?? 0
}).pipe(
  // Error code of a missing table.
  Effect.catchTag("SqlError", () => Effect.succeed(0))
)
