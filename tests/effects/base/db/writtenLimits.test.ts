/** Limits are written into statements for SQLite, and nothing else of them changes. */
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { makeWrittenLimits } from "~/effects/base/db/sqlite.server"

describe("limits written into statements", () => {
  const written = makeWrittenLimits()

  it("inlines limits and offsets anywhere in the statement and leaves other parameters", () => {
    assert.deepEqual(
      written(
        "SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM t WHERE a = ? LIMIT ?)) FROM u WHERE b = ? limit\n? OFFSET ?",
        ["x", 100, "y", 20, 40]
      ),
      [
        "SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM t WHERE a = ? LIMIT 100)) FROM u WHERE b = ? limit\n20 OFFSET 40",
        ["x", "y"]
      ]
    )
  })

  it("ignores question marks in texts, names and comments", () => {
    const sql = `SELECT 'LIMIT ?', "LIMIT ?" -- LIMIT ?\n/* LIMIT ? */ FROM t WHERE a = ? LIMIT ?`
    assert.deepEqual(written(sql, [1, 2]), [sql.replace(/LIMIT \?$/, "LIMIT 2"), [1]])
  })

  it("leaves a limit that is not a whole number to SQLite, which refuses it", () => {
    for (const value of ["1; DROP TABLE t", 1.5, null, Number.NaN, 2n]) {
      assert.deepEqual(written("SELECT 1 LIMIT ?", [value]), ["SELECT 1 LIMIT ?", [value]])
    }
  })

  it("leaves statements without a limit as they are", () => {
    const values = ["a"]
    const [sql, kept] = written("SELECT rate_limit FROM t WHERE a = ? AND my_limit = ?", values)
    assert.strictEqual(sql, "SELECT rate_limit FROM t WHERE a = ? AND my_limit = ?")
    assert.strictEqual(kept, values)
  })

  it.effect("returns the requested rows", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE t (n INTEGER PRIMARY KEY, word TEXT)`
      const rows = Array.from({ length: 50 }, (_, n) => ({ n, word: `w?${n % 5}` }))
      yield* sql`INSERT INTO t ${sql.insert(rows)}`
      const number = fc.nat({ max: 60 })
      for (const [word, from, size, skip] of fc.sample(
        fc.tuple(fc.constantFrom("w?1", "none"), number, number, number)
      )) {
        const found = yield* sql<{ readonly n: number }>`
          SELECT n, 'LIMIT ?' AS told FROM t WHERE word <> ${word} AND n >= ${from} ORDER BY n LIMIT ${size} OFFSET ${skip}`
        const expected = rows.filter((row) => row.word !== word && row.n >= from).slice(skip, skip + size)
        assert.deepEqual(
          found.map(({ n }) => n),
          expected.map(({ n }) => n)
        )
      }
    }).pipe(Effect.provide(layerSqlite(":memory:")))
  )
})
