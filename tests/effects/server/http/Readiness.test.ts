import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { Readiness } from "~/effects/server/http/Readiness.server"
import { describeOnBothDatabases } from "../../../databases"

const check = Effect.flatMap(Readiness, (readiness) => readiness.check)

describeOnBothDatabases("Readiness", (database) => {
  const world = Readiness.Default.pipe(Layer.provideMerge(Layer.merge(database, UploadStore.layerMemory)))

  it.effect("is given while the database takes writes, and taken back within 2 seconds", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* check
      yield* sql`ALTER TABLE migrations RENAME TO migrations_gone`
      yield* TestClock.adjust("2 seconds")
      const refused = yield* Effect.flip(check)
      assert.deepInclude(refused, { status: 503, code: "E-NOT-READY", reason: "database", retryAfter: 5 })
      yield* sql`ALTER TABLE migrations_gone RENAME TO migrations`
      yield* TestClock.adjust("2 seconds")
      yield* check
    }).pipe(Effect.provide(world))
  )

  it.effect("ends when the server stops, and leaves no ear behind", () =>
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
})
