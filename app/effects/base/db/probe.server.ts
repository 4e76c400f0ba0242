/** Whether the database is migrated and takes writes: tried with one, or found out without. */
import { constants } from "node:fs"
import { access } from "node:fs/promises"
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"

/**
 * Writes what is there already, in the table that the migrations made last. False where there is no such row.
 */
export const probeDatabase = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`UPDATE migrations SET name = name WHERE migration_id = (SELECT MAX(migration_id) FROM migrations)
    RETURNING migration_id`
).pipe(Effect.map((rows) => rows.length === 1))

const Migrated = Schema.Struct({ migrated: Schema.Int })

/** Postgres says by itself where it is a standby or was set read-only. */
const lookAtPostgres = (sql: SqlClient.SqlClient) =>
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

/** A transaction begins with SQLite's lock, which another program may hold; then its file must be there and writable. */
const lookAtSqlite = (sql: SqlClient.SqlClient) => {
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

/** The same without writing. A disk that is full shows with the next write only. */
export const lookAtDatabase = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({ pg: () => lookAtPostgres(sql), orElse: () => lookAtSqlite(sql) })
)
