/**
 * Folds the stored texts of searches once more: `fold` now writes letters that Unicode does not decompose (ł, ø, ß) as
 * people type them, and leaves out invisible characters. Texts in ASCII stay as they are.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { fold } from "~/effects/base/text/fold"

/** Rows read at once. */
const PIECE = 500

type Row = Readonly<Record<string, string | number>>

const columns = [
  { table: "communities", column: "name_key", keys: ["id"] },
  { table: "communities", column: "search_text", keys: ["id"] },
  { table: "threads", column: "search_text", keys: ["id"] },
  { table: "proposals", column: "search_text", keys: ["id"] },
  { table: "ballots", column: "reason_key", keys: ["proposal_id", "seq"] }
] as const

const refold = (table: string, column: string, keys: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const names = sql.literal(keys.join(", "))
    for (let after: ReadonlyArray<string | number> = []; ; ) {
      const beyond = after.length === 0 ? sql`1 = 1` : sql`(${names}) > (${sql.csv(after.map((key) => sql`${key}`))})`
      const rows: ReadonlyArray<Row> = yield* sql<Row>`SELECT ${names}, ${sql(column)} AS text FROM ${sql(table)}
        WHERE ${beyond} AND OCTET_LENGTH(${sql(column)}) <> LENGTH(${sql(column)})
        ORDER BY ${names} LIMIT ${PIECE}`.withoutTransform
      for (const row of rows) {
        const here = sql.and(keys.map((key) => sql`${sql(key)} = ${row[key] ?? ""}`))
        yield* sql`UPDATE ${sql(table)} SET ${sql(column)} = ${fold(String(row.text))} WHERE ${here}`
      }
      const last = rows.at(-1)
      if (last === undefined || rows.length < PIECE) return
      after = keys.map((key) => last[key] ?? "")
    }
  })

export const lettersFolded = Effect.forEach(columns, ({ column, keys, table }) => refold(table, column, keys), {
  discard: true
})
