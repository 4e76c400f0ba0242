import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { RENAMED } from "~/effects/base/db/migrations/0089-terms-of-the-field.server"
import { MigrationsLive, migrateBefore, NEWEST } from "~/effects/base/db/migrations/index.server"
import { copyAll } from "~/effects/base/db/move.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { readTables, schemaNumber } from "~/effects/base/db/schemaFacts.server"
import { describeOnEmptyDatabases } from "../../../databases"
import { OLDER_SCHEMA, writeOlderRelease } from "../../../olderRelease"
import { folder } from "../backup/world"

const counts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* readTables
  const rows = yield* Effect.forEach(tables, ({ name }) => sql<{ n: number }>`SELECT COUNT(*) AS n FROM ${sql(name)}`)
  return new Map(tables.map(({ name }, at) => [name, rows[at]?.[0]?.n ?? 0]))
})

describeOnEmptyDatabases("an upgrade", (database) => {
  it.scoped("from the schema of an earlier release keeps every row of the demonstration", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "older.sqlite")
      writeOlderRelease(join(import.meta.dirname, "../../../.."), file)
      const older = Context.get(yield* Layer.build(Layer.orDie(layerSqlite(file))), SqlClient.SqlClient)
      yield* Effect.gen(function* () {
        yield* migrateBefore(String(OLDER_SCHEMA + 1).padStart(4, "0"))
        yield* copyAll(older, () => Effect.void)
        const before = yield* counts
        assert.deepStrictEqual(before, yield* Effect.provideService(counts, SqlClient.SqlClient, older))
        assert.isAbove(before.get("ballots") ?? 0, 50)
        assert.isAbove(before.get("bond_series") ?? 0, 0)
        yield* Effect.provide(Effect.void, MigrationsLive)
        assert.strictEqual(yield* schemaNumber, NEWEST)
        const after = yield* counts
        const merged = ["parkings", "bond_parkings"]
        const changed = [...before].filter(
          ([table, rows]) => !merged.includes(table) && after.get(RENAMED[table] ?? table) !== rows
        )
        assert.deepStrictEqual(changed, [])
        const sql = yield* SqlClient.SqlClient
        const [ofBudgets] = yield* sql<{ n: number }>`SELECT COUNT(*) AS n FROM escrows WHERE purpose = 'budget'`
        const escrows = merged.reduce((sum, table) => sum + Number(before.get(table) ?? 0), Number(ofBudgets?.n))
        assert.strictEqual(Number(after.get("escrows")), escrows)
      }).pipe(Effect.provide(database))
    })
  )
})
