/** How failing storage affects statements and transactions: locked by another program, full, read-only, gone. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer, Option, Redacted } from "effect"
import pg from "pg"
import { inject } from "vitest"
import { layerPostgres, layerSqlite } from "~/effects/base/db/Sql.server"
import { LockTimeout } from "~/effects/base/db/sqlite.server"
import { asStorageFailure, storageFailureIn } from "~/effects/base/db/storageFailure.server"
import { describeOnBothDatabases } from "../../../databases"
import { createDatabase, dropDatabase } from "../../../freshDatabases"

const reasonOf = <A, E>(exit: Exit.Exit<A, E>) =>
  Exit.isSuccess(exit)
    ? "none"
    : Option.match(storageFailureIn(exit.cause), {
        onNone: () => `not of the storage: ${Cause.pretty(exit.cause)}`,
        onSome: ({ reason }) => reason
      })

const writingTo = (path: string): unknown => {
  try {
    return writeFileSync(path, "x")
  } catch (error) {
    return error
  }
}

const tableOfNotes = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CREATE TABLE notes (text TEXT UNIQUE)`)
const note = (text: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO notes (text) VALUES (${text})`)
const notes = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ text: string }>`SELECT text FROM notes ORDER BY text`
).pipe(Effect.map((rows) => rows.map(({ text }) => text)))
const transaction = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(program))

const fileWithNotes = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "commonhold-storage-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
).pipe(Effect.map((folder) => join(folder, "it.sqlite")))

/** The database file, with our connection to it and another program's. */
const shared = Effect.gen(function* () {
  const file = yield* fileWithNotes
  const ours = yield* Layer.build(layerSqlite(file))
  const client = Context.get(yield* Layer.build(Layer.fresh(layerSqlite(file))), SqlClient.SqlClient)
  const theirs = { exec: (text: string) => Effect.orDie(client.unsafe(text)) }
  yield* Effect.provide(tableOfNotes, ours)
  return { ours, theirs }
})

/** The longest time that the program blocked the thread, in milliseconds. */
const longestBlock = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    let longest = 0
    let last = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      longest = Math.max(longest, now - last - 5)
      last = now
    }, 5)
    const ended = yield* Effect.ensuring(
      program,
      Effect.sync(() => clearInterval(timer))
    )
    return [ended, Math.max(longest, performance.now() - last - 5)] as const
  })

describe("storage errors of drivers and the system", () => {
  const withCode = (code: string) => Object.assign(new Error("said"), { code })

  it.each([
    ["SQLITE_BUSY_SNAPSHOT", "locked"],
    ["SQLITE_IOERR_WRITE", "broken"],
    ["SQLITE_READONLY_DBMOVED", "readOnly"],
    ["SQLITE_CANTOPEN", "unreachable"],
    ["SQLITE_CONSTRAINT_UNIQUE", undefined],
    ["SQLITE_ERROR", undefined],
    ["53100", "full"],
    ["53300", "unreachable"],
    ["57P01", "unreachable"],
    ["57P03", "unreachable"],
    ["08006", "unreachable"],
    ["25006", "readOnly"],
    ["40P01", "locked"],
    ["23505", undefined],
    ["42P01", undefined],
    ["ENOSPC", "full"],
    ["EROFS", "readOnly"],
    ["ECONNREFUSED", "unreachable"],
    ["ENOENT", undefined]
  ])("%s is classified as %s", (code, reason) => {
    assert.strictEqual(asStorageFailure(withCode(code))?.reason, reason)
  })

  it("are recognised by the driver's message alone, and by the system's real errors", () => {
    assert.strictEqual(asStorageFailure(new Error("Connection terminated unexpectedly"))?.reason, "unreachable")
    assert.isUndefined(asStorageFailure(new Error("no such column: connection")))
    const full = existsSync("/dev/full") ? writingTo("/dev/full") : withCode("ENOSPC")
    assert.strictEqual(asStorageFailure(full)?.reason, "full")
  })
})

describe("a lock that another program holds", () => {
  for (const [name, write] of [
    ["a statement", note("ours")],
    ["a transaction", transaction(note("ours"))]
  ] as const) {
    it.scopedLive(`delays ${name} while others can read, and then it is written once`, () =>
      Effect.gen(function* () {
        const { ours, theirs } = yield* shared
        yield* theirs.exec("BEGIN IMMEDIATE")
        const writing = yield* Effect.fork(Effect.provide(write, ours))
        yield* Effect.sleep("60 millis")
        assert.deepStrictEqual(yield* Effect.provide(notes, ours), [])
        yield* theirs.exec("COMMIT")
        yield* writing
        assert.deepStrictEqual(yield* Effect.provide(notes, ours), ["ours"])
      })
    )

    it.scopedLive(`ends ${name} at its deadline, without blocking the thread or later work`, () =>
      Effect.gen(function* () {
        const { ours, theirs } = yield* shared
        yield* theirs.exec("BEGIN IMMEDIATE")
        const many = Effect.all(
          Array.from({ length: 20 }, () => Effect.exit(write)),
          { concurrency: "unbounded" }
        ).pipe(Effect.provide(ours), Effect.provideService(LockTimeout, 300))
        const since = performance.now()
        const [ended, blocked] = yield* longestBlock(many)
        assert.isBelow(performance.now() - since, 4_000)
        // Waiting in the driver would block for seconds; the margin is for a busy machine.
        assert.isBelow(blocked, 1_500)
        assert.deepStrictEqual([...new Set(ended.map(reasonOf))], ["locked"])
        yield* theirs.exec("ROLLBACK")
        yield* Effect.provide(write, ours)
        assert.deepStrictEqual(yield* Effect.provide(notes, ours), ["ours"])
      })
    )
  }

  it.scopedLive("does not delay writes that can be skipped without loss", () =>
    Effect.gen(function* () {
      const { ours, theirs } = yield* shared
      yield* theirs.exec("BEGIN IMMEDIATE")
      const since = performance.now()
      const ended = yield* Effect.exit(note("visit")).pipe(Effect.provide(ours), Effect.provideService(LockTimeout, 0))
      assert.strictEqual(reasonOf(ended), "locked")
      assert.isBelow(performance.now() - since, 1_500)
    })
  )
})

describe("a full disk under SQLite", () => {
  const filled = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* tableOfNotes
    const [pages] = yield* sql<{ pageCount: number }>`PRAGMA page_count`
    yield* sql.unsafe(`PRAGMA max_page_count = ${(pages?.pageCount ?? 0) + 2}`)
  })
  const large = "x".repeat(64_000)
  const roomAgain = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`PRAGMA max_page_count = 100000`)

  it.scoped("is a storage failure, and the same write succeeds when there is room", () =>
    Effect.gen(function* () {
      yield* filled
      assert.strictEqual(reasonOf(yield* Effect.exit(note(large))), "full")
      yield* roomAgain
      yield* note(large)
      assert.deepStrictEqual(yield* notes, [large])
    }).pipe(Effect.provide(layerSqlite(":memory:")))
  )

  it.scoped("ends the whole transaction, also for code that continues after it and inside a savepoint", () =>
    Effect.gen(function* () {
      yield* filled
      const stubborn = note("before").pipe(
        Effect.zipRight(Effect.ignore(note(large))),
        Effect.zipRight(note("after")),
        transaction
      )
      assert.strictEqual(reasonOf(yield* Effect.exit(stubborn)), "full")
      const nested = transaction(note(large)).pipe(Effect.ignore, Effect.zipRight(note("after")), transaction)
      assert.strictEqual(reasonOf(yield* Effect.exit(nested)), "full")
      yield* roomAgain
      assert.deepStrictEqual(yield* notes, [])
      yield* transaction(note("later"))
      assert.deepStrictEqual(yield* notes, ["later"])
    }).pipe(Effect.provide(layerSqlite(":memory:")))
  )
})

describe("a COMMIT that SQLite refuses", () => {
  it.scoped("leaves nothing behind and no open transaction that later statements would join", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE parents (id INTEGER PRIMARY KEY)`
      yield* sql`CREATE TABLE children (parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)`
      const ended = yield* Effect.exit(sql.withTransaction(sql`INSERT INTO children (parent) VALUES (7)`))
      assert.isTrue(Exit.isFailure(ended))
      assert.match(reasonOf(ended), /not of the storage/)
      yield* sql.withTransaction(sql`INSERT INTO parents (id) VALUES (1)`)
      const [rows] = yield* sql<{ n: number }>`SELECT COUNT(*) AS n FROM children`
      assert.strictEqual(rows?.n, 0)
    }).pipe(Effect.provide(layerSqlite(":memory:")))
  )
})

describeOnBothDatabases("storage failures", (database) => {
  it.scoped("do not include errors of a statement, such as a broken constraint or a missing table", () =>
    Effect.gen(function* () {
      yield* tableOfNotes
      yield* note("one")
      assert.match(reasonOf(yield* Effect.exit(note("one"))), /not of the storage/)
      assert.match(reasonOf(yield* Effect.exit(transaction(note("one")))), /not of the storage/)
      const nothing = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1 FROM nothing`)
      assert.match(reasonOf(yield* Effect.exit(nothing)), /not of the storage/)
    }).pipe(Effect.provide(database))
  )

  it.scoped("include a database that became read-only, also as defects, and end when it is writable again", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* tableOfNotes
      const setTo = (on: boolean) =>
        sql.onDialectOrElse({
          pg: () => sql.unsafe(`ALTER DATABASE ${databaseName} SET default_transaction_read_only = ${on}`),
          orElse: () => sql.unsafe(`PRAGMA query_only = ${on}`)
        })
      const databaseName = yield* sql.onDialectOrElse({
        pg: () => Effect.map(sql<{ name: string }>`SELECT current_database() AS name`, ([row]) => row?.name ?? ""),
        orElse: () => Effect.succeed("")
      })
      const readOnly = sql.onDialectOrElse({
        pg: () => Effect.zipRight(sql`SET TRANSACTION READ ONLY`, note("one")).pipe(sql.withTransaction),
        orElse: () => Effect.zipRight(setTo(true), note("one"))
      })
      assert.strictEqual(reasonOf(yield* Effect.exit(readOnly)), "readOnly")
      assert.strictEqual(reasonOf(yield* Effect.exit(Effect.orDie(readOnly))), "readOnly")
      if (databaseName === "") yield* setTo(false)
      yield* note("one")
    }).pipe(Effect.provide(database))
  )
})

const postgres = inject("postgres")
/** The driver's own default. */
const POOL_SIZE = 10
describe.skipIf(postgres === null)("a Postgres server that ends our connections", () => {
  it.scopedLive("is a storage failure within a transaction, and the next transaction works", () =>
    Effect.gen(function* () {
      const server = postgres ?? ""
      const name = yield* Effect.acquireRelease(
        Effect.promise(() => createDatabase(server, "template1")),
        (made) => Effect.promise(() => dropDatabase(server, made))
      )
      const url = new URL(server)
      url.pathname = `/${name}`
      const ours = yield* Layer.build(layerPostgres(Redacted.make(url.href)))
      const admin = yield* Effect.acquireRelease(
        Effect.promise(async () => {
          const client = new pg.Client({ connectionString: server })
          await client.connect()
          return client
        }),
        (client) => Effect.promise(() => client.end())
      )
      const endAll = Effect.promise(() =>
        admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name])
      )
      yield* Effect.provide(tableOfNotes, ours)
      const cut = transaction(Effect.zipRight(note("cut"), Effect.zipRight(endAll, note("after"))))
      assert.strictEqual(reasonOf(yield* Effect.exit(Effect.provide(cut, ours))), "unreachable")
      yield* Effect.provide(transaction(note("next")), ours)
      assert.deepStrictEqual(yield* Effect.provide(notes, ours), ["next"])
    })
  )

  it.scopedLive(
    "has no free connection: a statement waits for its timeout, fails with a storage error and works later",
    () =>
      Effect.gen(function* () {
        // Long enough for a busy machine to open ten connections, each within this time.
        const ours = yield* Layer.build(layerPostgres(Redacted.make(postgres ?? ""), "1 second"))
        const sql = Context.get(ours, SqlClient.SqlClient)
        const holdAll = Effect.forEach(Array.from({ length: POOL_SIZE }), () => sql.reserve)
        const refused = yield* Effect.scoped(Effect.zipRight(holdAll, Effect.exit(sql`SELECT 1 AS one`)))
        assert.strictEqual(reasonOf(refused), "unreachable")
        assert.deepStrictEqual(yield* sql`SELECT 1 AS one`, [{ one: 1 }])
      })
  )

  it.scopedLive("does not respond at all", () =>
    Effect.gen(function* () {
      const url = "postgres://postgres@127.0.0.1:1/nothing"
      const ended = yield* Effect.exit(Layer.build(layerPostgres(Redacted.make(url))))
      assert.strictEqual(reasonOf(ended), "unreachable")
    })
  )
})
