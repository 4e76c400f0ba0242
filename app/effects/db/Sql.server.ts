/**
 * The database: Postgres where `DATABASE_URL` is set, else one SQLite file in `DATA_DIR`.
 *
 * A port in the shape of `@effect/sql`'s SqlClient. Callers write SQL that both understand and never ask which
 * one runs. `withTransaction` begins IMMEDIATE on SQLite, so two writers queue instead of failing half-way.
 */
import { mkdirSync } from "node:fs"
import { Reactivity } from "@effect/experimental"
import { SqlClient } from "@effect/sql"
import { SqliteClient } from "@effect/sql-sqlite-node"
import { Context, Effect, Exit, Layer, Option, type Redacted, Scope, String as Str } from "effect"
import { Settings } from "../Settings.server"

const names = { transformQueryNames: Str.camelToSnake, transformResultNames: Str.snakeToCamel }

const BUSY_TIMEOUT_MS = 5_000
/** Postgres' type number of BIGINT. Our BIGINTs are milliseconds and counts, all below 2^53. */
const PG_INT8 = 20

/** An embedded database. `filename` may be ":memory:". */
export const layerSqlite = (filename: string) =>
  Layer.scoped(
    SqlClient.SqlClient,
    Effect.gen(function* () {
      const client = yield* SqliteClient.make({ filename, ...names })
      yield* client.unsafe("PRAGMA foreign_keys = ON")
      yield* client.unsafe(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
      // An acknowledged write survives power loss (quality B1).
      yield* client.unsafe("PRAGMA synchronous = FULL")
      const withTransaction = SqlClient.makeWithTransaction({
        transactionTag: SqlClient.TransactionConnection,
        spanAttributes: [],
        acquireConnection: Effect.flatMap(Scope.make(), (scope) =>
          client.reserve.pipe(
            Scope.extend(scope),
            Effect.map((connection) => [scope, connection] as const),
            Effect.onError(() => Scope.close(scope, Exit.void))
          )
        ),
        begin: (connection) => connection.executeUnprepared("BEGIN IMMEDIATE", [], undefined),
        savepoint: (connection, id) => connection.executeUnprepared(`SAVEPOINT s${id}`, [], undefined),
        commit: (connection) => connection.executeUnprepared("COMMIT", [], undefined),
        rollback: (connection) => connection.executeUnprepared("ROLLBACK", [], undefined),
        rollbackSavepoint: (connection, id) =>
          connection.executeUnprepared(`ROLLBACK TO SAVEPOINT s${id}`, [], undefined)
      })
      return Object.assign(client, { withTransaction })
    })
  ).pipe(Layer.provide(Reactivity.layer))

/** A Postgres server. Several of our servers may share it. Its driver is loaded only here: others need not carry it. */
export const layerPostgres = (url: Redacted.Redacted) =>
  Layer.unwrapEffect(
    Effect.promise(async () => {
      const [{ PgClient }, { default: pg }] = await Promise.all([import("@effect/sql-pg"), import("pg")])
      return Layer.map(
        PgClient.layer({
          url,
          ...names,
          types: {
            getTypeParser: (type, format) => (type === PG_INT8 ? Number : pg.types.getTypeParser(type, format))
          }
        }),
        Context.pick(SqlClient.SqlClient)
      )
    })
  )

/** The database the settings name. The data folder is made when it is missing. */
export const SqlLive = Layer.unwrapEffect(
  Effect.gen(function* () {
    const settings = yield* Settings
    if (Option.isSome(settings.databaseUrl)) return layerPostgres(settings.databaseUrl.value)
    mkdirSync(settings.dataDir, { recursive: true })
    return layerSqlite(`${settings.dataDir}/commonhold.sqlite`)
  })
)
