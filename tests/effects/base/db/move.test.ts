import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { type Moved, moveAll } from "~/effects/base/db/move.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { readTables } from "~/effects/base/db/schemaFacts.server"
import { describeOnEmptyDatabases } from "../../../databases"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "commonhold-move-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const fileAt = (path: string) => Layer.orDie(layerSqlite(path))
const nothing = () => Effect.void

/** More rows than fit a page, with texts that the two databases might treat differently. */
const TEXTS = ["plain", "Ünïcødé 🏡", "quote ' and \" and \\", "line\nbreak\ttab", "", "Zed", "apple", "$1 ?"]
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = Array.from({ length: 1_234 }, (_, n) => ({
    accountAddress: `account_${n % 7}`,
    place: `${TEXTS[n % TEXTS.length]}-${n}`,
    data: `${TEXTS[(n * 3) % TEXTS.length]}`,
    version: n,
    savedAt: 1_795_000_000_000 + n
  }))
  yield* sql`INSERT INTO drafts ${sql.insert(rows)}`
  yield* sql`INSERT INTO leases ${sql.insert({ name: "a", holder: "", leasedUntil: 0, doneSlot: 9_007_199_254_740_991 })}`
  yield* sql`UPDATE tags SET name = 'Renamed by hand' WHERE position = 3`
})

const migrated = (file: string) => MigrationsLive.pipe(Layer.provideMerge(layerSqlite(file)), Layer.orDie)
const count = (table: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ n: number }>`SELECT COUNT(*) AS n FROM ${sql(table)}`).pipe(
    Effect.map(([row]) => row?.n)
  )

describeOnEmptyDatabases("moving everything", (database) => {
  it.scoped("from SQLite and back again leaves every table's checksum unchanged", () =>
    Effect.gen(function* () {
      const dir = yield* folder
      const [first, last] = [join(dir, "first.sqlite"), join(dir, "last.sqlite")]
      yield* Effect.provide(fill, migrated(first))
      // One connection for the whole test: the database is removed with it.
      const here = Layer.succeedContext(yield* Layer.build(database))
      const reported: Array<Moved> = []
      const there = yield* moveAll(fileAt(first), here, (moved) => Effect.sync(() => reported.push(moved)))
      const back = yield* moveAll(here, fileAt(last), nothing)
      assert.deepStrictEqual(reported, there)
      assert.deepStrictEqual(back, there)
      const rows = new Map(there.map((moved) => [moved.table, moved.rows]))
      assert.deepStrictEqual([rows.get("drafts"), rows.get("leases"), rows.get("tags")], [1_234, 1, 30])
      assert.strictEqual(rows.size, (yield* Effect.provide(readTables, here)).length)
      const found = yield* Effect.provide(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`SELECT data, saved_at FROM drafts WHERE place = 'Ünïcødé 🏡-9'`
        ),
        layerSqlite(last)
      )
      assert.deepStrictEqual(found, [{ data: "line\nbreak\ttab", savedAt: 1_795_000_000_009 }])
    })
  )

  it.scoped("is refused when the target contains data, or the source is not ours or of another release", () =>
    Effect.gen(function* () {
      const dir = yield* folder
      const file = join(dir, "source.sqlite")
      yield* Effect.provide(fill, migrated(file))
      const here = Layer.succeedContext(yield* Layer.build(database))
      const refused = (source: Parameters<typeof moveAll>[0]) =>
        Effect.map(Effect.flip(moveAll(source, here, nothing)), ({ message }) => message)
      assert.match(yield* refused(fileAt(join(dir, "strange.sqlite"))), /not a Commonhold database/)
      const older = join(dir, "older.sqlite")
      yield* Effect.provide(
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM migrations WHERE migration_id > 1`),
        migrated(older)
      )
      assert.match(yield* refused(fileAt(older)), /The source has schema 1 and this release \d+\./)
      // The refusals left a migrated, empty target behind, which is as good as a new one.
      yield* moveAll(fileAt(file), here, nothing)
      assert.match(yield* refused(fileAt(file)), /The target is not empty: there are rows in .*drafts/)
      assert.strictEqual(yield* Effect.provide(count("drafts"), here), 1_234)
    })
  )
})

it.scoped("a move that stops half-way leaves nothing behind", () =>
  Effect.gen(function* () {
    const dir = yield* folder
    const [source, target] = [join(dir, "source.sqlite"), join(dir, "target.sqlite")]
    yield* Effect.provide(fill, migrated(source))
    const dying = ({ table }: Moved) => (table === "drafts" ? Effect.dieMessage("the machine went away") : Effect.void)
    const exit = yield* Effect.exit(moveAll(fileAt(source), fileAt(target), dying))
    assert.strictEqual(exit._tag, "Failure")
    assert.strictEqual(yield* Effect.provide(count("drafts"), layerSqlite(target)), 0)
    assert.strictEqual(yield* Effect.provide(count("tags"), layerSqlite(target)), 30)
  })
)
