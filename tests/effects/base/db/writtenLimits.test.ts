/** Limits are written into statements for SQLite, and nothing else of them changes. */
import Database from "better-sqlite3"
import { FastCheck as fc } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeWrittenLimits } from "~/effects/base/db/writtenLimits"

describe("limits written into statements", () => {
  const written = makeWrittenLimits()

  it("takes limits and offsets, wherever they stand, and leaves the other values", () => {
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

  it("counts no question mark of a text, a name or a comment", () => {
    const sql = `SELECT 'LIMIT ?', "LIMIT ?" -- LIMIT ?\n/* LIMIT ? */ FROM t WHERE a = ? LIMIT ?`
    assert.deepEqual(written(sql, [1, 2]), [sql.replace(/LIMIT \?$/, "LIMIT 2"), [1]])
  })

  it("leaves a limit that is no whole number to SQLite, which refuses it", () => {
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

  describe("on a database", () => {
    let db: InstanceType<typeof Database>
    beforeAll(() => {
      db = new Database(":memory:")
      db.exec("CREATE TABLE t (n INTEGER PRIMARY KEY, word TEXT)")
      for (let n = 0; n < 50; n++) db.prepare("INSERT INTO t VALUES (?, ?)").run(n, `w?${n % 5}`)
    })
    afterAll(() => db.close())

    it("finds the same rows", () => {
      const sql =
        "SELECT n, 'LIMIT ?' AS told FROM t WHERE word <> ? AND n IN (SELECT n FROM t WHERE n >= ? LIMIT ?) LIMIT ? OFFSET ?"
      const number = fc.integer({ min: -1, max: 60 })
      fc.assert(
        fc.property(fc.constantFrom("w?1", "none"), number, number, number, number, (...values) => {
          const [text, kept] = written(sql, values)
          assert.strictEqual(kept.length, 2)
          assert.deepEqual(db.prepare(text).all(...kept), db.prepare(sql).all(...values))
        })
      )
    })
  })
})
