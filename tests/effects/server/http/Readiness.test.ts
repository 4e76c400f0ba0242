import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { SqlError } from "@effect/sql/SqlError"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Context, Effect, Layer, TestClock, Tracer } from "effect"
import { inject, vi } from "vitest"
import { DatabaseClock } from "~/effects/base/db/DatabaseClock.server"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { HealthSql, layerSqlite, SqlLive } from "~/effects/base/db/Sql.server"
import { storageFailureIn } from "~/effects/base/db/storageFailure.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { Readiness, readyNow, STALE_MS } from "~/effects/server/http/Readiness.server"
import { describeOnBothDatabases } from "../../../databases"
import { createDatabase, dropDatabase, MIGRATED } from "../../../freshDatabases"
import { quickFolder } from "../../../quickFolder"

const check = Effect.flatMap(Readiness, (readiness) => readiness.check)
/** The state after one more check. */
const refreshAndCheck = Effect.flatMap(Readiness, ({ check: known, refresh }) => Effect.zipRight(refresh, known))

/** A request that gets a full-disk error from the driver. */
const aWriteFails = Effect.sync(() =>
  storageFailureIn(Cause.die(new SqlError({ cause: Object.assign(new Error("full"), { code: "SQLITE_FULL" }) })))
)

/** The statements that a program sends. */
const statementsOf = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sent: Array<string> = []
    const inner = yield* Effect.tracer
    const listening = Tracer.make({
      context: (execute, fiber) => inner.context(execute, fiber),
      span: (name, parent, context, links, startTime, kind, options) => {
        const span = inner.span(name, parent, context, links, startTime, kind, options)
        const { attribute } = span
        span.attribute = (key, value) => {
          if (key === "db.query.text") sent.push(String(value))
          attribute.call(span, key, value)
        }
        return span
      }
    })
    yield* Effect.withTracer(program, listening)
    return sent
  })
const writes = (statements: ReadonlyArray<string>) =>
  statements.filter((statement) => !/^\s*(SELECT|BEGIN|COMMIT)/i.test(statement))

/** A database that accepts statements and never responds. */
const silent = (sql: SqlClient.SqlClient): SqlClient.SqlClient =>
  new Proxy(sql, {
    apply: () => Effect.never,
    get: (target, name) => (name === "withTransaction" ? () => Effect.never : Reflect.get(target, name))
  })
const silentFiles = Layer.map(UploadStore.layerMemory, (services) =>
  Context.make(UploadStore, { ...Context.get(services, UploadStore), checkReads: Effect.never, probe: Effect.never })
)

describeOnBothDatabases("Readiness", (database) => {
  const world = Readiness.Default.pipe(
    Layer.provide(HealthSql.layerShared),
    Layer.provideMerge(Layer.merge(database, UploadStore.layerMemory))
  )

  it.effect("is withdrawn while the machine's clock is more than two seconds off the database's", () => {
    let ahead = 2_000
    const clock = { offset: () => ahead, machineNow: Effect.succeed(0), follow: Effect.void }
    return Effect.gen(function* () {
      yield* refreshAndCheck
      ahead = -2_001
      assert.deepInclude(yield* Effect.flip(refreshAndCheck), { status: 503, code: "E-NOT-READY", reason: "clock" })
      ahead = 0
      yield* refreshAndCheck
    }).pipe(Effect.provide(Layer.provide(world, Layer.succeed(DatabaseClock, clock))))
  })

  it.effect("is given while the database accepts writes, and withdrawn with the next check", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* refreshAndCheck
      yield* sql`ALTER TABLE migrations RENAME TO migrations_gone`
      const refused = yield* Effect.flip(refreshAndCheck)
      assert.deepInclude(refused, { status: 503, code: "E-NOT-READY", reason: "database", retryAfter: 5 })
      yield* sql`ALTER TABLE migrations_gone RENAME TO migrations`
      yield* refreshAndCheck
    }).pipe(Effect.provide(world))
  )

  it.effect("is known without a query, and ends when the database has not responded for ten seconds", () =>
    Effect.gen(function* () {
      const { check: known, watch } = yield* Readiness
      yield* watch
      yield* TestClock.adjust("6 seconds")
      assert.deepStrictEqual(Effect.runSync(known), [])
      const real = performance.now()
      const clock = vi.spyOn(performance, "now").mockReturnValue(real + STALE_MS + 1)
      const refused = Effect.runSync(Effect.flip(known))
      clock.mockRestore()
      assert.deepInclude(refused, { status: 503, code: "E-NOT-READY", reason: "silent", retryAfter: 5 })
    }).pipe(
      Effect.scoped,
      Effect.provide(
        Readiness.Default.pipe(
          Layer.provide(Layer.effect(HealthSql, Effect.map(SqlClient.SqlClient, silent))),
          Layer.provide(Layer.merge(database, UploadStore.layerMemory))
        )
      )
    )
  )

  it.effect("stays while the store of uploads does not respond, which counts as degraded", () =>
    Effect.gen(function* () {
      const { check: known, watch } = yield* Readiness
      yield* watch
      assert.deepStrictEqual(yield* known, [])
      yield* TestClock.adjust("6 seconds")
      assert.deepStrictEqual(yield* known, ["uploads"])
      assert.deepStrictEqual(yield* readyNow, { ready: true, degraded: ["uploads"] })
    }).pipe(
      Effect.scoped,
      Effect.provide(
        Readiness.Default.pipe(Layer.provide(HealthSql.layerShared), Layer.provide(Layer.merge(database, silentFiles)))
      )
    )
  )

  it.effect("ends when the server stops, and leaves no listener behind", () =>
    Effect.gen(function* () {
      const ears = process.listenerCount("SIGTERM")
      yield* Effect.gen(function* () {
        assert.strictEqual(process.listenerCount("SIGTERM"), ears + 1)
        yield* check
        yield* Effect.flatMap(Readiness, (readiness) => readiness.stop)
        assert.deepInclude(yield* Effect.flip(check), { status: 503, reason: "stopping" })
      }).pipe(Effect.provide(world))
      assert.strictEqual(process.listenerCount("SIGTERM"), ears)
    })
  )

  it.effect("is checked by reading, and by a write only after one failed, until one succeeds", () =>
    Effect.gen(function* () {
      yield* check
      const well = yield* statementsOf(refreshAndCheck)
      assert.isAbove(well.length, 0)
      assert.deepStrictEqual(writes(well), [])
      yield* aWriteFails
      assert.strictEqual(writes(yield* statementsOf(refreshAndCheck)).length, 1)
      assert.deepStrictEqual(writes(yield* statementsOf(refreshAndCheck)), [])
    }).pipe(Effect.provide(world))
  )

  it.effect("keeps trying a write while it fails", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* aWriteFails
      yield* refreshAndCheck
      yield* aWriteFails
      yield* sql`ALTER TABLE migrations RENAME TO migrations_gone`
      for (let n = 0; n < 2; n++) {
        const sent = yield* statementsOf(Effect.flip(refreshAndCheck))
        assert.include(sent.join(), "UPDATE migrations")
      }
      yield* sql`ALTER TABLE migrations_gone RENAME TO migrations`
      yield* refreshAndCheck
    }).pipe(Effect.provide(world))
  )

  it.effect("is withdrawn when Postgres was set read-only", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
      if (!isPostgres) return
      yield* check
      yield* sql`SET default_transaction_read_only = on`
      assert.deepInclude(yield* Effect.flip(refreshAndCheck), { status: 503, reason: "database" })
      yield* sql`SET default_transaction_read_only = off`
      yield* refreshAndCheck
    }).pipe(Effect.provide(world))
  )
})

const server = inject("postgres")
/** Skipped without Postgres, as are all tests on it. */
describe.skipIf(server === null)("Readiness of a server on Postgres", () => {
  const migrated = Effect.acquireRelease(
    Effect.promise(() => createDatabase(String(server), MIGRATED)),
    (name) => Effect.promise(() => dropDatabase(String(server), name))
  )

  it.scopedLive("stays while requests use every connection of the pool, and is checked on its own connection", () =>
    Effect.gen(function* () {
      const name = yield* migrated
      const url = new URL(String(server))
      url.pathname = `/${name}`
      const settings = Settings.load({
        LEDGER: "local",
        SESSION_SECRET: "a secret of these tests, long enough",
        DATABASE_URL: url.href,
        DATABASE_POOL_SIZE: "1"
      })
      const world = Readiness.Default.pipe(
        Layer.provide(Layer.merge(UploadStore.layerMemory, HealthSql.layer)),
        Layer.provideMerge(SqlLive),
        Layer.provide(Layer.effect(Settings, settings))
      )
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const whileHeld = Effect.zipRight(sql`SELECT 1`, refreshAndCheck)
        yield* sql.withTransaction(whileHeld)
      }).pipe(Effect.provide(world))
    })
  )
})

describe("Readiness of a server with files", () => {
  const folder = Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(quickFolder, "commonhold-ready-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const files = (path: string) => readdirSync(path, { recursive: true, encoding: "utf8" }).sort()
  const worldIn = (path: string) =>
    Readiness.Default.pipe(
      Layer.provide(
        Layer.mergeAll(UploadStore.layerFolder(join(path, "uploads")), MigrationsLive, HealthSql.layerShared)
      ),
      Layer.provideMerge(layerSqlite(join(path, "commonhold.sqlite")))
    )

  it.scoped("is withdrawn when SQLite's file is gone; without the folder of uploads the server is degraded", () =>
    Effect.gen(function* () {
      const path = yield* folder
      yield* Effect.gen(function* () {
        const before = files(path)
        assert.deepStrictEqual(yield* refreshAndCheck, [])
        assert.deepStrictEqual(files(path), before)
        rmSync(join(path, "uploads"), { recursive: true })
        assert.deepStrictEqual(yield* refreshAndCheck, ["uploads"])
        rmSync(join(path, "commonhold.sqlite"))
        assert.deepInclude(yield* Effect.flip(refreshAndCheck), { status: 503, reason: "database" })
      }).pipe(Effect.provide(worldIn(path)))
    })
  )
})
