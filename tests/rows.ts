/** Rows of any table with the columns that a test names; the others get the least that the database accepts. */
import { Effect } from "effect"
import { Sql } from "~/effects/base/db/statements.server"

interface Column {
  readonly name: string
  readonly isNumber: boolean
}

const required = (table: string) =>
  Effect.flatMap(Sql, (sql) =>
    sql.onDialectOrElse({
      pg: () => sql<Column>`SELECT column_name AS name, data_type <> 'text' AS is_number FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = ${table} AND is_nullable = 'NO' AND column_default IS NULL
          AND is_generated = 'NEVER'`,
      orElse: () => sql<Column>`SELECT name, type <> 'TEXT' AS is_number FROM pragma_table_info(${table})
        WHERE ("notnull" = 1 OR pk > 0) AND dflt_value IS NULL`
    })
  )

const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

export const addRow = (table: string, given: Readonly<Record<string, string | number | null>>) =>
  Effect.gen(function* () {
    const sql = yield* Sql
    const rest = (yield* required(table)).map(({ isNumber, name }) => [camel(name), isNumber ? 0 : ""] as const)
    yield* sql`INSERT INTO ${sql(table)} ${sql.insert({ ...Object.fromEntries(rest), ...given })}`
  })
