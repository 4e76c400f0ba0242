import { Statement } from "@effect/sql"
import { it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { assert } from "vitest"
import { Sql } from "~/effects/base/db/statements.server"
import { everything, makeFoundEntries } from "~/effects/publishing/search/FoundEntries.server"
import { SearchEntries } from "~/effects/publishing/search/SearchEntries.server"
import type { InsideReader } from "~/effects/publishing/search/visibleEntries.server"
import { describeOnBothDatabases } from "../../../databases"
import { found } from "../../communities/communities/world"
import { accountOf, world } from "../../conversation/discussion/world"

const readers: ReadonlyArray<InsideReader> = [
  { account: null, isReviewer: false, shown: [] },
  { account: accountOf("Ada Main"), isReviewer: false, shown: ["title"] },
  { account: accountOf("Bo Neighbour"), isReviewer: true, shown: ["title"] }
]

/** Steps of a plan that read a table as a whole to tell which entries the reader may see. */
const WHOLE = /hashed SubPlan|^SCAN [aprtuv]\b(?! VIRTUAL)/

describeOnBothDatabases("What a reader may see of what was found", (database) => {
  it.effect("is looked up for each entry, never by reading a table as a whole", () =>
    Effect.gen(function* () {
      const sql = yield* Sql
      const index = yield* makeFoundEntries
      const { id } = yield* found({ slug: "garden", name: "The Garden" })
      const sent: Array<readonly [text: string, params: ReadonlyArray<unknown>]> = []
      for (const reader of readers) {
        const place = { inside: { communityId: id, reader } }
        const words = [["pump"], ["heet", "heat"]]
        yield* Effect.zipRight(
          index.find({ words, place, narrowing: everything }),
          index.alone({ words: [["pump"], ["heat"]], place, narrowing: everything })
        ).pipe(
          Statement.withTransformer((statement) => {
            sent.push(statement.compile())
            return Effect.succeed(statement)
          })
        )
      }
      assert.lengthOf(sent, 2 * readers.length)
      for (const [text, params] of sent) {
        const plan = yield* sql.onDialectOrElse({
          pg: () => sql.unsafe<Record<string, string>>(`EXPLAIN ${text}`, [...params]),
          orElse: () => sql.unsafe<Record<string, string>>(`EXPLAIN QUERY PLAN ${text}`, [...params])
        })
        const steps = plan.map((row) => row.detail ?? row["QUERY PLAN"] ?? assert.fail(JSON.stringify(row)))
        assert.isAbove(steps.length, 5)
        assert.deepEqual(
          steps.filter((step) => WHOLE.test(step)),
          []
        )
      }
    }).pipe(Effect.provide(Layer.provideMerge(SearchEntries.Default, world(database))), Effect.scoped)
  )
})
