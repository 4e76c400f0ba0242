import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { inject } from "vitest"
import { makeNames } from "~/effects/base/db/postgres.server"
import { storageFails } from "~/effects/base/db/storageFailure.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { connect, createDatabase, dropDatabase } from "../../../freshDatabases"

const OUTDATED = "0A000"

describe("names of prepared statements", () => {
  it("are assigned to a text on its third use and stay the same", () => {
    const names = makeNames()
    const given = [1, 2, 3, 4].map(() => names.of("SELECT $1"))
    assert.deepStrictEqual(given.slice(0, 2), [undefined, undefined])
    assert.isString(given[2])
    assert.strictEqual(given[3], given[2])
  })

  it("are the same in each process, and different for each text", () => {
    const nameOf = (text: string) => {
      const names = makeNames()
      return [1, 2, 3].map(() => names.of(text)).at(-1)
    }
    assert.strictEqual(nameOf("SELECT $1"), nameOf("SELECT $1"))
    assert.notStrictEqual(nameOf("SELECT $1"), nameOf("SELECT  $1"))
    assert.isAtMost(nameOf("SELECT $1")?.length ?? 64, 63, "Postgres cuts longer ones")
  })

  it("number at most 500, with none for writes and none for lists of varying length", () => {
    const names = makeNames()
    const given = Array.from({ length: 2_000 }, (_, n) => [1, 2, 3].map(() => names.of(`SELECT ${n}, $1`)).at(-1))
    assert.strictEqual(given.filter((name) => name !== undefined).length, 500)
    const other = makeNames()
    for (const text of ['SELECT 1 WHERE "a" IN ($1,$2)', "INSERT INTO t (a,b) VALUES ($1,$2)"]) {
      for (let n = 0; n < 10; n++) assert.isUndefined(other.of(text))
    }
    for (const text of ['SELECT 1 WHERE "a" IN ($1)', "SELECT ($1, $2)"]) {
      for (let n = 0; n < 2; n++) assert.isUndefined(other.of(text))
      assert.isString(other.of(text))
    }
  })

  it("change once after a migration, however many statements notice it", () => {
    const names = makeNames()
    const nameOf = (text: string) => [1, 2, 3].map(() => names.of(text)).at(-1) ?? ""
    const [one, other] = [nameOf("SELECT $1"), nameOf("SELECT 2, $1")]
    assert.isTrue(names.wasRefused(one, OUTDATED))
    const next = nameOf("SELECT $1")
    assert.notStrictEqual(next, one)
    assert.isTrue(names.wasRefused(other, OUTDATED))
    assert.strictEqual(names.of("SELECT $1"), next)
    assert.isFalse(names.wasRefused(next, "23505"))
  })
})

const server = inject("postgres")
const database = Layer.unwrapScoped(
  Effect.acquireRelease(
    Effect.promise(() => createDatabase(server ?? "", "template1")),
    (name) => Effect.promise(() => dropDatabase(server ?? "", name))
  ).pipe(Effect.map((name) => connect(server ?? "", name)))
)

const things = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE things (id BIGINT PRIMARY KEY, name TEXT)`
  yield* sql`INSERT INTO things ${sql.insert({ id: 1, name: "one" })}`
  const read = sql`SELECT * FROM things WHERE id = ${1}`
  /** The statements that the transaction's connection has prepared. */
  const prepared = Effect.map(sql`SELECT statement FROM pg_prepared_statements`, (rows) => rows.length)
  /** On the one connection that is used while no other is. */
  const readOften = Effect.repeatN(read, 4)
  return { sql, read, readOften, prepared }
})

describe.skipIf(server === null)("frequent statements (Postgres)", () => {
  it.scoped("are prepared once for each connection and read the same rows", () =>
    Effect.gen(function* () {
      const { prepared, readOften, sql } = yield* things
      const found = yield* atomically(sql)(
        Effect.gen(function* () {
          for (const name of ["two", "three"]) {
            yield* sql`UPDATE things SET name = ${name} WHERE id = ${1}`
            assert.deepStrictEqual(yield* readOften, [{ id: 1, name }])
          }
          return yield* prepared
        })
      )
      assert.strictEqual(found, 1)
    }).pipe(Effect.provide(database))
  )

  it.scoped("continue to work after a migration by another server", () =>
    Effect.gen(function* () {
      const { read, readOften, sql } = yield* things
      yield* readOften
      yield* sql`ALTER TABLE things ADD COLUMN size BIGINT`
      assert.deepStrictEqual(yield* read, [{ id: 1, name: "one", size: null }])
      yield* readOften
      yield* sql`ALTER TABLE things DROP COLUMN name`
      const refused = yield* Effect.flip(storageFails(Effect.orDie(atomically(sql)(read))))
      assert.strictEqual(refused._tag, "StorageUnavailable")
      assert.deepStrictEqual(yield* atomically(sql)(readOften), [{ id: 1, size: null }])
    }).pipe(Effect.provide(database))
  )

  it.scoped("are sent as text when a pooler has replaced the connection", () =>
    Effect.gen(function* () {
      const { prepared, readOften, sql } = yield* things
      yield* readOften
      yield* sql`DEALLOCATE ALL`
      assert.deepStrictEqual(yield* readOften, [{ id: 1, name: "one" }])
      yield* readOften
      assert.strictEqual(yield* atomically(sql)(Effect.zipRight(readOften, prepared)), 0)
    }).pipe(Effect.provide(database))
  )

  it.scoped("report their own errors as usual and are prepared all the same", () =>
    Effect.gen(function* () {
      const { read, sql } = yield* things
      const add = sql`INSERT INTO things ${sql.insert({ id: 1, name: "again" })}`
      const codes = []
      for (let n = 0; n < 6; n++) {
        const { cause } = yield* Effect.flip(add)
        codes.push(typeof cause === "object" && cause !== null && "code" in cause ? cause.code : cause)
      }
      assert.deepStrictEqual(codes, Array(6).fill("23505"))
      assert.deepStrictEqual(yield* read, [{ id: 1, name: "one" }])
    }).pipe(Effect.provide(database))
  )

  it.scoped("serve many concurrent callers", () =>
    Effect.gen(function* () {
      const { sql } = yield* things
      const all = Array.from({ length: 300 }, (_, n) => n)
      yield* Effect.forEach(all, (n) => sql`INSERT INTO things ${sql.insert({ id: n + 10, name: `${n}` })}`, {
        concurrency: "unbounded"
      })
      const names = yield* Effect.forEach(
        all,
        (n) => Effect.map(sql`SELECT name FROM things WHERE id = ${n + 10}`, ([row]) => row?.name),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        names,
        all.map((n) => `${n}`)
      )
      const streamed = yield* Stream.runCollect(sql`SELECT COUNT(*) AS n FROM things WHERE id > ${5}`.stream)
      assert.deepStrictEqual([...streamed], [{ n: 300 }])
    }).pipe(Effect.provide(database))
  )
})
