import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { decodeEach, fillPage } from "~/effects/base/db/statements.server"

const Row = Schema.Struct({ n: Schema.Int })
const page = (rows: ReadonlyArray<{ readonly n: number }>, after: number, limit: number) =>
  fillPage({
    after,
    limit,
    read: (from) => Effect.succeed(rows.slice(from, from + limit)),
    row: Row,
    message: "a row is left out",
    keyOf: (row) => rows.indexOf(row) + 1
  }).pipe(Effect.map(({ leftOut, rows }) => [rows.map(({ n }) => n), leftOut.map(({ n }) => n)]))

describe("a list with unreadable rows", () => {
  // Numbers with a fraction are the unreadable rows.
  const rows = [1, 2.5, 3, 4.5, 5.5, 6, 7, 8.5, 9].map((n) => ({ n }))

  it.effect("fills a page as long as more readable rows follow", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* page(rows, 0, 3), [
        [1, 3, 6],
        [2.5, 4.5, 5.5]
      ])
      assert.deepEqual(yield* page(rows, 6, 3), [[7, 9], [8.5]])
      assert.deepEqual(yield* page(rows, 0, 5), [
        [1, 3, 6, 7, 9],
        [2.5, 4.5, 5.5, 8.5]
      ])
      assert.deepEqual(yield* page(rows, 9, 3), [[], []])
      assert.deepEqual(yield* decodeEach(Row, "a row is left out")(rows.slice(0, 3)), [{ n: 1 }, { n: 3 }])
    })
  )

  it.effect("ends when none of its rows can be read", () =>
    Effect.map(
      page(
        [0.5, 1.5, 2.5, 3.5].map((n) => ({ n })),
        0,
        2
      ),
      (found) => assert.deepEqual(found, [[], [0.5, 1.5, 2.5, 3.5]])
    )
  )
})
