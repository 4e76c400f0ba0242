import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Layer, Redacted } from "effect"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { probeDatabase } from "~/effects/base/db/probe.server"
import { layerPostgres, layerSqlite } from "~/effects/base/db/Sql.server"
import { requireNode } from "~/effects/base/db/sqlite.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { startProblem } from "~/effects/server/startProblem.server"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "commonhold-start-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const started = <A, E>(layer: Layer.Layer<A, E>) =>
  Effect.scoped(Layer.build(layer)).pipe(Effect.sandbox, Effect.flip, Effect.map(startProblem))

it.effect("a start on a Node version that would crash the database's driver is refused with the reason", () =>
  Effect.gen(function* () {
    assert.match(
      yield* started(Layer.effectDiscard(requireNode("20.20.2"))),
      /^This is Node 20\.20\.2, and the embedded database needs Node 22 or newer/
    )
    yield* requireNode("22.0.0")
  })
)

describe("a start on an unusable storage prints one sentence", () => {
  it.scoped("if a folder is in the database's place, or the file is not a database", () =>
    Effect.gen(function* () {
      const path = yield* folder
      assert.match(
        yield* started(layerSqlite(path)),
        /^The database cannot be opened or reached\..* \(SQLITE_CANTOPEN.*\)\.$/
      )
      const file = join(path, "letters.txt")
      writeFileSync(file, "no database, but long enough to look like one ".repeat(100))
      assert.match(yield* started(layerSqlite(file)), /^The database or its disk is damaged.* \(SQLITE_NOTADB\)\.$/)
    })
  )

  it.scoped("if the database accepts no writes", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "it.sqlite")
      const migrated = MigrationsLive.pipe(Layer.provideMerge(layerSqlite(file)))
      yield* Effect.scoped(Layer.build(migrated))
      const closed = Layer.effectDiscard(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`PRAGMA query_only = 1`))
      const start = Layer.effectDiscard(probeDatabase).pipe(
        Layer.provideMerge(closed),
        Layer.provide(layerSqlite(file))
      )
      assert.match(yield* started(start), /^The database or DATA_DIR cannot be written.* \(SQLITE_READONLY\)\.$/)
    })
  )

  it.scoped("if the folder accepts no files, and if Postgres does not respond", () =>
    Effect.gen(function* () {
      assert.match(yield* started(UploadStore.layerFolder("/dev/null/uploads")), /ENOTDIR/)
      const nobody = layerPostgres(Redacted.make("postgres://me:hunter2@127.0.0.1:1/nothing"))
      const said = yield* started(nobody)
      assert.match(said, /^The database cannot be opened or reached\..* \(ECONNREFUSED\)\.$/)
      assert.notInclude(said, "hunter2")
    })
  )

  it("but the whole cause of anything else", () => {
    assert.include(startProblem(Cause.die(new TypeError("a mistake of ours"))), "a mistake of ours")
  })
})
