/** Reads from a database the facts that a manifest lists. */
import type { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { readTables, schemaNumber } from "~/effects/base/db/schemaFacts.server"
import { Sql } from "~/effects/base/db/statements.server"
import { sumPages } from "~/effects/base/db/tableRows.server"
import type { CopiedTable } from "./Manifest"

export interface Held {
  readonly schema: number
  readonly tables: ReadonlyArray<CopiedTable>
}

/** Rows and hash of every table, and the newest migration: 0 if the database is not one of ours. */
export const readHeld: Effect.Effect<Held, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const tables = yield* readTables
  const sums = yield* Effect.forEach(tables, (table) =>
    Effect.map(sumPages(table), (sum): CopiedTable => ({ table: table.name, ...sum }))
  )
  return { schema: yield* schemaNumber, tables: sums }
})

/** The same for an SQLite file, and the damage that SQLite's own check reports, if any. */
export const readHeldOfFile = (file: string): Effect.Effect<Held | { readonly problem: string }> =>
  Effect.gen(function* () {
    const sql = yield* Sql
    const found = yield* sql<{ integrityCheck: string }>`PRAGMA integrity_check(1)`
    const response = found[0]?.integrityCheck ?? "it says nothing"
    return response === "ok" ? yield* readHeld : { problem: response }
  }).pipe(Effect.provide(Layer.orDie(Layer.fresh(layerSqlite(file)))))
