/** Reads a table page by page along its key and sums up its rows, with the same result on both kinds of database. */
import { SqlClient } from "@effect/sql"
import { Effect, identity, Schema } from "effect"
import { sha256 } from "~/effects/base/text/random.server"
import type { Table } from "./schemaFacts.server"

/** Rows in a page. A row has some 40 columns at most, and SQLite accepts 32,766 values in one statement. */
const PAGE = 500

const Value = Schema.NullOr(Schema.Union(Schema.String, Schema.Number))
const Row = Schema.Record({ key: Schema.String, value: Value })
export type Row = typeof Row.Type

/** Number of rows and the sum of their hashes; the sum does not depend on how a database sorts texts. */
export interface Sum {
  readonly rows: number
  /** 64 hex digits. */
  readonly digest: string
}

const MODULUS = 1n << 256n

interface Running {
  readonly rows: number
  readonly total: bigint
}
const addToSum = (sum: Running, { columns }: Table, rows: ReadonlyArray<Row>): Running => {
  let { total } = sum
  for (const row of rows) {
    total += BigInt(`0x${sha256(JSON.stringify(columns.map((column) => row[column] ?? null)))}`)
  }
  return { rows: sum.rows + rows.length, total: total % MODULUS }
}

/**
 * The rows after the given one in key order, or the first ones. A table without a key has a row or two and is read as
 * one page.
 */
const readPage = (table: Table, last: Row | undefined) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const names = (columns: ReadonlyArray<string>) => sql.csv(columns.map((column) => sql`${sql(column)}`))
    const all = sql`SELECT ${names(table.columns)} FROM ${sql(table.name)}`
    if (table.key.length === 0) return all.withoutTransform
    const key = names(table.key)
    if (last === undefined) return sql`${all} ORDER BY ${key} LIMIT ${PAGE}`.withoutTransform
    const reached = sql.csv(table.key.map((column) => sql`${last[column] ?? null}`))
    return sql`${all} WHERE (${key}) > (${reached}) ORDER BY ${key} LIMIT ${PAGE}`.withoutTransform
  }).pipe(Effect.flatMap(Schema.decodeUnknown(Schema.Array(Row))), Effect.orDie)

/**
 * Reads all rows page by page, passes each page to `use` and returns their sum. `from` is the database to read if it is
 * not the one that `use` sees.
 */
export const sumPages = (
  table: Table,
  use: (rows: ReadonlyArray<Row>) => Effect.Effect<unknown, never, SqlClient.SqlClient> = () => Effect.void,
  from: <A>(
    read: Effect.Effect<A, never, SqlClient.SqlClient>
  ) => Effect.Effect<A, never, SqlClient.SqlClient> = identity
): Effect.Effect<Sum, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    let sum: Running = { rows: 0, total: 0n }
    let last: Row | undefined
    do {
      const rows = yield* from(readPage(table, last))
      yield* use(rows)
      sum = addToSum(sum, table, rows)
      last = table.key.length > 0 && rows.length === PAGE ? rows.at(-1) : undefined
    } while (last !== undefined)
    return { rows: sum.rows, digest: sum.total.toString(16).padStart(64, "0") }
  })
