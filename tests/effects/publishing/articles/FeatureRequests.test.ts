import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { FeatureRequests } from "~/effects/publishing/articles/FeatureRequests.server"
import { describeOnBothDatabases } from "../../../databases"

describeOnBothDatabases("Feature requests", (database) => {
  const live = FeatureRequests.Default.pipe(Layer.provideMerge(database))

  it.effect("are one for each account and item, however often they are sent", () =>
    Effect.gen(function* () {
      const wishes = yield* FeatureRequests
      assert.deepStrictEqual(yield* wishes.counts, {})
      yield* wishes.set("ada", "delegation", true)
      yield* wishes.set("ada", "delegation", true)
      yield* wishes.set("ada", "languages", true)
      yield* wishes.set("bob", "delegation", true)
      assert.deepStrictEqual(yield* wishes.counts, { delegation: 2, languages: 1 })
      assert.deepStrictEqual(yield* wishes.of("ada"), ["delegation", "languages"])
      assert.deepStrictEqual(yield* wishes.of("nobody"), [])
    }).pipe(Effect.provide(live))
  )

  it.effect("can be withdrawn, once; an item without requests has no count", () =>
    Effect.gen(function* () {
      const wishes = yield* FeatureRequests
      yield* wishes.set("ada", "delegation", false)
      assert.deepStrictEqual(yield* wishes.counts, {})
      yield* wishes.set("ada", "delegation", true)
      yield* wishes.set("ada", "delegation", false)
      yield* wishes.set("ada", "delegation", false)
      assert.deepStrictEqual(yield* wishes.counts, {})
      yield* wishes.set("bob", "delegation", true)
      assert.deepStrictEqual(yield* wishes.counts, { delegation: 1 })
    }).pipe(Effect.provide(live))
  )

  it.effect("made and withdrawn concurrently leave a count that matches the rows", () =>
    Effect.gen(function* () {
      const wishes = yield* FeatureRequests
      const sql = yield* SqlClient.SqlClient
      const people = Array.from({ length: 12 }, (_, n) => `person ${n}`)
      yield* Effect.forEach(people, (who) => wishes.set(who, "delegation", true), { concurrency: "unbounded" })
      yield* Effect.forEach(
        people.flatMap((who, n) => (n % 3 === 0 ? [who, who] : [])),
        (who) => wishes.set(who, "delegation", false),
        { concurrency: "unbounded" }
      )
      const [row] = yield* sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM feature_requests`
      assert.strictEqual(row?.n, 8)
      assert.deepStrictEqual(yield* wishes.counts, { delegation: 8 })
    }).pipe(Effect.provide(live))
  )
})
