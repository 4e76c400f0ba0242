import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { FeatureRequests } from "~/effects/publishing/articles/FeatureRequests.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"

describeOnBothDatabases("Feature requests", (database) => {
  const live = FeatureRequests.Default.pipe(Layer.provideMerge(database))

  it.effect("are one for each account and item, however often they are sent", () =>
    Effect.gen(function* () {
      const requests = yield* FeatureRequests
      assert.deepStrictEqual(yield* requests.counts, {})
      yield* requests.set(asAccount("ada"), "delegation", true)
      yield* requests.set(asAccount("ada"), "delegation", true)
      yield* requests.set(asAccount("ada"), "languages", true)
      yield* requests.set(asAccount("bob"), "delegation", true)
      assert.deepStrictEqual(yield* requests.counts, { delegation: 2, languages: 1 })
      assert.deepStrictEqual(yield* requests.of(asAccount("ada")), ["delegation", "languages"])
      assert.deepStrictEqual(yield* requests.of(asAccount("nobody")), [])
    }).pipe(Effect.provide(live))
  )

  it.effect("can be withdrawn, once; an item without requests has no count", () =>
    Effect.gen(function* () {
      const requests = yield* FeatureRequests
      yield* requests.set(asAccount("ada"), "delegation", false)
      assert.deepStrictEqual(yield* requests.counts, {})
      yield* requests.set(asAccount("ada"), "delegation", true)
      yield* requests.set(asAccount("ada"), "delegation", false)
      yield* requests.set(asAccount("ada"), "delegation", false)
      assert.deepStrictEqual(yield* requests.counts, {})
      yield* requests.set(asAccount("bob"), "delegation", true)
      assert.deepStrictEqual(yield* requests.counts, { delegation: 1 })
    }).pipe(Effect.provide(live))
  )

  it.effect("made and withdrawn concurrently leave a count that matches the rows", () =>
    Effect.gen(function* () {
      const requests = yield* FeatureRequests
      const sql = yield* SqlClient.SqlClient
      const people = Array.from({ length: 12 }, (_, n) => `person ${n}`)
      yield* Effect.forEach(people, (who) => requests.set(asAccount(who), "delegation", true), {
        concurrency: "unbounded"
      })
      yield* Effect.forEach(
        people.flatMap((who, n) => (n % 3 === 0 ? [who, who] : [])),
        (who) => requests.set(asAccount(who), "delegation", false),
        { concurrency: "unbounded" }
      )
      const [row] = yield* sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM feature_requests`
      assert.strictEqual(row?.n, 8)
      assert.deepStrictEqual(yield* requests.counts, { delegation: 8 })
    }).pipe(Effect.provide(live))
  )
})
