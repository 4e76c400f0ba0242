/** Checks that the database is migrated and accepts writes, with a write or without one. */
import { constants } from "node:fs"
import { access } from "node:fs/promises"
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"

/** Rewrites an existing row unchanged, in the table of the newest migration. False if there is no such row. */
export const probeDatabase = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`UPDATE migrations SET name = name WHERE migration_id = (SELECT MAX(migration_id) FROM migrations)
    RETURNING migration_id`
).pipe(Effect.map((rows) => rows.length === 1))

const Migrated = Schema.Struct({ migrated: Schema.Int })

/** Postgres itself reports whether it is a standby or was set read-only. */
const readPostgres = (sql: SqlClient.SqlClient) =>
  Effect.map(
    SqlSchema.findAll({
      Request: Schema.Void,
      Result: Migrated,
      execute: () => sql`SELECT CAST(COUNT(*) AS INTEGER) AS migrated FROM migrations
        WHERE current_setting('transaction_read_only') = 'off'`
    })(),
    (rows) => rows.some(({ migrated }) => migrated > 0)
  )

const MainFile = Schema.Struct({ file: Schema.NullOr(Schema.String) })

/**
 * Begins a transaction, which takes SQLite's lock that another program may hold; then checks that the file exists and
 * is writable.
 */
const readSqlite = (sql: SqlClient.SqlClient) => {
  const migrated = SqlSchema.findAll({
    Request: Schema.Void,
    Result: Migrated,
    execute: () => sql`SELECT COUNT(*) AS migrated FROM migrations`
  })
  const main = SqlSchema.findAll({
    Request: Schema.Void,
    Result: MainFile,
    execute: () => sql`SELECT file FROM pragma_database_list WHERE name = 'main'`
  })
  return Effect.gen(function* () {
    const [rows, files] = yield* sql.withTransaction(Effect.all([migrated(), main()]))
    for (const { file } of files) {
      if (file !== null && file !== "") yield* Effect.tryPromise(() => access(file, constants.W_OK))
    }
    return rows.some((row) => row.migrated > 0)
  })
}

/** The same without writing. A full disk shows only at the next write. */
export const readDatabase = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({ pg: () => readPostgres(sql), orElse: () => readSqlite(sql) })
)
