/**
 * `LedgerStore` in the database, so that the local ledger survives the process and several servers can share it.
 *
 * Every state of a row is a record with the range of versions for which it is valid. The head's only record is the lock
 * for which two writers of the same version compete.
 */
import type { SqlClient } from "@effect/sql"
import { Array as Arr, Effect, Layer, Option, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { LedgerStore, type RowChange, VersionTaken } from "~/ledger/index"

/** `to_version` of current records. */
const OPEN = Number.MAX_SAFE_INTEGER
/** Records per statement; both databases limit the number of parameters. */
const BATCH = 500
/** The highest character; used as the upper bound of a prefix. */
const LAST_CHARACTER = "\u{10ffff}"

// Postgres cannot store NUL in a text. The two lowest characters are escaped as two each, which preserves the order.
const escaped = (key: string) => key.replaceAll("\u0001", "\u0001\u0002").replaceAll("\u0000", "\u0001\u0001")
const unescaped = (key: string) => key.replaceAll("\u0001\u0001", "\u0000").replaceAll("\u0001\u0002", "\u0001")

const Row = Schema.Struct({ rowKey: Schema.String, content: Schema.NullOr(Schema.String), fromVersion: Schema.Int })
const readRows = Schema.decodeUnknown(Schema.Array(Row))

const present = (rows: ReadonlyArray<typeof Row.Type>) =>
  rows.flatMap(({ content, fromVersion, rowKey }) =>
    content === null ? [] : [{ key: unescaped(rowKey), json: content, version: fromVersion }]
  )

/** Ends the replaced records and inserts the new ones; `append` runs it in its transaction. */
const makeWrite = (sql: SqlClient.SqlClient) => (at: number, changes: ReadonlyArray<RowChange>) => {
  const records = changes.map(({ json, key }) => ({
    rowKey: escaped(key),
    fromVersion: at,
    toVersion: OPEN,
    content: json
  }))
  return Effect.zipRight(
    sql`UPDATE ledger_rows SET to_version = ${at}
      WHERE to_version = ${OPEN} AND ${sql.in(
        "rowKey",
        records.map(({ rowKey }) => rowKey)
      )}`,
    sql`INSERT INTO ledger_rows ${sql.insert(records)}`
  )
}

export const layerSql = Layer.effect(
  LedgerStore,
  Effect.gen(function* () {
    const sql = yield* Sql

    const head = findAll({
      Request: Schema.Void,
      Result: Schema.Struct({ version: Schema.Int }),
      execute: () => sql`SELECT version FROM ledger_head`
    })
    const version = Effect.map(head(), (heads) => heads[0]?.version ?? 0)

    const validAt = (at: number | undefined) =>
      at === undefined ? sql`to_version = ${OPEN}` : sql`from_version <= ${at} AND to_version > ${at}`

    const write = makeWrite(sql)

    return {
      version,

      read: (key, at) =>
        sql`SELECT row_key, content, from_version FROM ledger_rows
          WHERE row_key = ${escaped(key)} AND ${validAt(at)}`.pipe(
          Effect.flatMap(readRows),
          Effect.map((rows) => Option.fromNullable(present(rows)[0])),
          Effect.orDie
        ),

      scan: (prefix, { after, at, limit } = {}) =>
        sql`SELECT row_key, content, from_version FROM ledger_rows
          WHERE row_key >= ${escaped(prefix)} AND row_key < ${escaped(prefix) + LAST_CHARACTER}
          AND row_key > ${after === undefined ? "" : escaped(after)}
          AND content IS NOT NULL AND ${validAt(at)}
          ORDER BY row_key LIMIT ${limit ?? OPEN}`.pipe(Effect.flatMap(readRows), Effect.map(present), Effect.orDie),

      changedSince: (since) =>
        sql`SELECT row_key, content, from_version FROM ledger_rows
          WHERE from_version > ${since} AND to_version = ${OPEN} ORDER BY row_key`.pipe(
          Effect.flatMap(readRows),
          Effect.map((rows) => rows.map(({ content, rowKey }) => ({ key: unescaped(rowKey), json: content }))),
          Effect.orDie
        ),

      append: (next, changes) =>
        Effect.gen(function* () {
          // A second writer waits here for the first, then finds another version than it expects.
          const heads =
            yield* sql`UPDATE ledger_head SET version = ${next} WHERE version = ${next - 1} RETURNING version`
          if (heads.length === 0) return yield* new VersionTaken({ version: next })
          const last = new Map(changes.map((change) => [change.key, change]))
          yield* Effect.forEach(Arr.chunksOf(last.values(), BATCH), (batch) => write(next, batch), { discard: true })
        }).pipe(
          sql.withTransaction,
          Effect.catchTag("SqlError", (error) => Effect.die(error))
        )
    }
  })
)
