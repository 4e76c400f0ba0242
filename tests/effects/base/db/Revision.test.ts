import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { Revision } from "~/effects/base/db/Revision.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { describeOnBothDatabases } from "../../../databases"
import { quickFolder } from "../../../quickFolder"

const now = Effect.flatMap(Revision, (revision) => revision.now)
const raise = Effect.flatMap(Revision, (revision) => revision.raise)

describeOnBothDatabases("Revision", (database) => {
  const world = Revision.Default.pipe(Layer.provideMerge(database))

  it.effect("stays the same until a write is reported, and increases by one for each", () =>
    Effect.gen(function* () {
      const first = yield* now
      assert.strictEqual(yield* now, first)
      assert.strictEqual(yield* raise, first + 1)
      assert.strictEqual(yield* raise, first + 2)
      assert.strictEqual(yield* now, first + 2)
    }).pipe(Effect.provide(world))
  )
})

/** Clients of one new file. */
const inFile = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(quickFolder, "commonhold-revision-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true }))
  ),
  (folder) => () => Layer.fresh(layerSqlite(join(folder, "a.sqlite")))
)

describe("Revision of an SQLite file", () => {
  it.scoped("stays the same when we commit data that no page shows", () =>
    Effect.gen(function* () {
      const file = yield* inFile
      const one = yield* Layer.build(file())
      const sql = Context.get(one, SqlClient.SqlClient)
      yield* Effect.gen(function* () {
        yield* sql`CREATE TABLE notes (text TEXT)`
        const before = yield* now
        yield* sql`INSERT INTO notes VALUES ('one')`
        assert.strictEqual(yield* now, before)
        assert.strictEqual(yield* raise, before + 1)
      }).pipe(Effect.provide(Layer.provide(Revision.Default, Layer.succeedContext(one))))
    })
  )

  it.scoped("changes when another program commits, but not when we only read", () =>
    Effect.gen(function* () {
      const file = yield* inFile
      const other = Context.get(yield* Layer.build(file()), SqlClient.SqlClient)
      yield* Effect.gen(function* () {
        const before = yield* now
        yield* other`SELECT 1`
        assert.strictEqual(yield* now, before)
        yield* other`CREATE TABLE notes (text TEXT)`
        const after = yield* now
        assert.notStrictEqual(after, before)
        yield* other`INSERT INTO notes VALUES ('one')`
        assert.notStrictEqual(yield* now, after)
      }).pipe(Effect.provide(Layer.provideMerge(Revision.Default, file())))
    })
  )
})
