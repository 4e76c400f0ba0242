import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { transitionsOf } from "~/effects/base/db/transition.server"
import { describeOnEmptyDatabases } from "../../../databases"

type State = "draft" | "open" | "ended"

const lamps = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE lamps (id TEXT, room TEXT, number BIGINT, status TEXT NOT NULL, end_reason TEXT,
    version BIGINT NOT NULL, updated_at BIGINT NOT NULL)`
  yield* sql`INSERT INTO lamps ${sql.insert([
    { id: "a", room: "hall", number: 1, status: "draft", endReason: null, version: 1, updatedAt: 0 },
    { id: "b", room: "hall", number: 2, status: "draft", endReason: null, version: 1, updatedAt: 0 }
  ])}`
  yield* TestClock.setTime(500)
  const rows = sql`SELECT id, status, end_reason, version, updated_at FROM lamps ORDER BY id`
  return { sql, rows, transition: transitionsOf<State>(sql, "lamps", { column: "status", isVersioned: true }) }
})

const b = { id: "b", status: "draft", endReason: null, version: 1, updatedAt: 0 }

describeOnEmptyDatabases("a transition", (database) => {
  it.scoped("moves the row with what changes, and only once", () =>
    Effect.gen(function* () {
      const { rows, transition } = yield* lamps
      const ending = { from: ["draft", "open"], to: "ended", change: { endReason: "broken" } } as const
      expect(yield* transition("a", ending)).toBe(true)
      expect(yield* transition("a", ending)).toBe(false)
      expect(yield* rows).toEqual([
        { ...b, id: "a", status: "ended", endReason: "broken", version: 2, updatedAt: 500 },
        b
      ])
    }).pipe(Effect.provide(database))
  )

  it.scoped("changes a row that stays in its state", () =>
    Effect.gen(function* () {
      const { rows, transition } = yield* lamps
      expect(yield* transition("a", { from: "open", change: { endReason: "late" } })).toBe(false)
      expect(yield* transition("a", { from: "draft", change: { endReason: "late" } })).toBe(true)
      expect(yield* rows).toEqual([{ ...b, id: "a", endReason: "late", version: 2, updatedAt: 500 }, b])
    }).pipe(Effect.provide(database))
  )

  it.scoped("finds the rows by the columns that identify them", () =>
    Effect.gen(function* () {
      const { rows, sql, transition } = yield* lamps
      expect(yield* transition({ room: "hall", number: 2 }, { from: "draft", to: "open" })).toBe(true)
      expect(yield* transition({ room: "kitchen", number: 1 }, { from: "draft", to: "open" })).toBe(false)
      expect(yield* sql`SELECT id FROM lamps WHERE status = 'open'`).toEqual([{ id: "b" }])
      expect(yield* rows).toHaveLength(2)
    }).pipe(Effect.provide(database))
  )
})
