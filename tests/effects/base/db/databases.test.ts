import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { describeOnBothDatabases, describeOnEmptyDatabases } from "../../../databases"

const countTags = Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ n: number }>`SELECT COUNT(*) AS n FROM tags`).pipe(
  Effect.map(([row]) => row?.n)
)

const addTag = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO tags ${sql.insert({ id, name: id, position: 99 })}`)

describeOnEmptyDatabases("migrations", (database) => {
  it.scoped("create the tables and the 30 tags, and change nothing when run again", () =>
    Effect.gen(function* () {
      yield* Effect.provide(Effect.void, MigrationsLive)
      assert.strictEqual(yield* countTags, 30)
      yield* Effect.provide(Effect.void, MigrationsLive)
      assert.strictEqual(yield* countTags, 30)
    }).pipe(Effect.provide(database))
  )

  it.scoped("can be run by two servers at the same time", () =>
    Effect.gen(function* () {
      yield* Effect.all(
        Array.from({ length: 2 }, () => Effect.provide(Effect.void, MigrationsLive)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(yield* countTags, 30)
    }).pipe(Effect.provide(database))
  )
})

describeOnBothDatabases("a transaction", (database) => {
  it.scoped("stores everything on success", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Effect.zipRight(addTag("one"), addTag("two")).pipe(sql.withTransaction)
      assert.strictEqual(yield* countTags, 32)
    }).pipe(Effect.provide(database))
  )

  it.scoped("stores nothing when it fails half-way, by an error or a broken constraint", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const failed = yield* Effect.flip(
        addTag("one").pipe(Effect.zipRight(Effect.fail("no" as const)), sql.withTransaction)
      )
      assert.strictEqual(failed, "no")
      yield* Effect.flip(addTag("one").pipe(Effect.zipRight(addTag("arts")), sql.withTransaction))
      assert.strictEqual(yield* countTags, 30)
    }).pipe(Effect.provide(database))
  )

  it.scoped("rolls back only its own part when nested", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const inner = addTag("two").pipe(Effect.zipRight(Effect.fail("no")), sql.withTransaction, Effect.ignore)
      yield* addTag("one").pipe(Effect.zipRight(inner), sql.withTransaction)
      assert.strictEqual(yield* countTags, 31)
    }).pipe(Effect.provide(database))
  )

  it.scoped("loses no increment when 20 run concurrently", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE tags SET position = 0 WHERE id = 'arts'`
      const addOne = sql`UPDATE tags SET position = position + 1 WHERE id = 'arts'`.pipe(sql.withTransaction)
      yield* Effect.all(
        Array.from({ length: 20 }, () => addOne),
        { concurrency: "unbounded" }
      )
      const [row] = yield* sql<{ position: number }>`SELECT position FROM tags WHERE id = 'arts'`
      assert.strictEqual(row?.position, 20)
    }).pipe(Effect.provide(database))
  )
})

describeOnBothDatabases("numbers of rows", (database) => {
  it.scoped("are returned as numbers: milliseconds, counts and sums", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const at = 1_795_000_000_000
      const row = { id: "m", recipient: "r", subject: "s", body: "b", at }
      yield* sql`INSERT INTO local_mailbox ${sql.insert(row)}`
      const [read] = yield* sql`SELECT at, (SELECT COUNT(*) FROM tags) AS n FROM local_mailbox`
      assert.deepStrictEqual(read, { at, n: 30 })
    }).pipe(Effect.provide(database))
  )
})

const onDisk = Layer.unwrapScoped(
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "commonhold-reader-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
    ),
    (folder) => layerSqlite(join(folder, "test.sqlite"))
  )
)

describe("a transaction of the embedded database on disk", () => {
  it.scopedLive("lets others read the previous state while it runs", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE tags (id TEXT PRIMARY KEY, name TEXT, position BIGINT)`
      const [begun, mayEnd] = yield* Effect.all([Deferred.make<void>(), Deferred.make<void>()])
      const writing = yield* Effect.fork(
        addTag("one").pipe(
          Effect.zipRight(Deferred.succeed(begun, undefined)),
          Effect.zipRight(Deferred.await(mayEnd)),
          Effect.zipRight(countTags),
          sql.withTransaction
        )
      )
      yield* Deferred.await(begun)
      assert.strictEqual(yield* countTags, 0)
      yield* Deferred.succeed(mayEnd, undefined)
      // The transaction sees its own writes, and others see them after the commit.
      assert.strictEqual(yield* Fiber.join(writing), 1)
      assert.strictEqual(yield* countTags, 1)
    }).pipe(Effect.provide(onDisk))
  )
})
