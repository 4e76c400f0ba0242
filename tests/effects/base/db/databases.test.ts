import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { Revision } from "~/effects/base/db/Revision.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { describeOnBothDatabases, describeOnEmptyDatabases } from "../../../databases"

const countTags = Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ n: number }>`SELECT COUNT(*) AS n FROM tags`).pipe(
  Effect.map(([row]) => row?.n)
)

const addTag = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO tags ${sql.insert({ id, name: id, position: 99 })}`)

describeOnEmptyDatabases("migrations", (database) => {
  it.scoped("make the tables and the 30 tags, and do nothing the second time", () =>
    Effect.gen(function* () {
      yield* Effect.provide(Effect.void, MigrationsLive)
      assert.strictEqual(yield* countTags, 30)
      yield* Effect.provide(Effect.void, MigrationsLive)
      assert.strictEqual(yield* countTags, 30)
    }).pipe(Effect.provide(database))
  )

  it.scoped("may be asked for by two servers at once", () =>
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
  it.scoped("keeps everything when it ends well", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Effect.zipRight(addTag("one"), addTag("two")).pipe(sql.withTransaction)
      assert.strictEqual(yield* countTags, 32)
    }).pipe(Effect.provide(database))
  )

  it.scoped("keeps nothing when it fails half-way, by a failure or by a broken constraint", () =>
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

  it.scoped("inside another one gives back only its own part", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const inner = addTag("two").pipe(Effect.zipRight(Effect.fail("no")), sql.withTransaction, Effect.ignore)
      yield* addTag("one").pipe(Effect.zipRight(inner), sql.withTransaction)
      assert.strictEqual(yield* countTags, 31)
    }).pipe(Effect.provide(database))
  )

  it.scoped("loses no addition when 20 of them run at once", () =>
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

describeOnBothDatabases("numbers", (database) => {
  it.scoped("come back as numbers: milliseconds, counts and sums", () =>
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

const revision = Effect.flatMap(Revision, (database) => database.now)

describeOnBothDatabases("the revision", (database) => {
  it.scoped("moves on with every write, in a transaction or alone, whatever it changes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const seen = new Set([yield* revision])
      yield* addTag("one")
      seen.add(yield* revision)
      yield* addTag("two").pipe(sql.withTransaction)
      seen.add(yield* revision)
      yield* sql`UPDATE tags SET position = position WHERE id = 'arts'`
      seen.add(yield* revision)
      yield* sql`DELETE FROM tags WHERE id = 'one'`
      seen.add(yield* revision)
      assert.strictEqual(seen.size, 5)
    }).pipe(Effect.provide(Layer.provideMerge(Revision.Default, database)))
  )
})

it.scoped("the revision of a SQLite file stands still while people read, and moves when another process writes", () =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "commonhold-revision-"))),
      (path) => Effect.sync(() => rmSync(path, { recursive: true }))
    )
    const file = layerSqlite(join(folder, "it.sqlite"))
    const ours = yield* Layer.build(Layer.provideMerge(Revision.Default, file))
    const theirs = yield* Layer.build(Layer.fresh(file))
    yield* Effect.provide(MigrationsLive.pipe(Layer.build), ours)
    const before = yield* Effect.provide(revision, ours)
    yield* Effect.provide(countTags, ours)
    yield* Effect.provide(countTags, theirs)
    assert.strictEqual(yield* Effect.provide(revision, ours), before)
    yield* Effect.provide(addTag("theirs"), theirs)
    assert.notStrictEqual(yield* Effect.provide(revision, ours), before)
  })
)
