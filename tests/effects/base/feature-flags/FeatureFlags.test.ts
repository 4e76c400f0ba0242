import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { Revision } from "~/effects/base/db/Revision.server"
import { FeatureFlags, FeatureFlagsLive } from "~/effects/base/feature-flags/FeatureFlags.server"
import { describeOnBothDatabases } from "../../../databases"

describeOnBothDatabases("Feature flags", (database) => {
  /** Two servers, or a server and a command, on one database. */
  const Other = Layer.fresh(FeatureFlags.Default)
  const world = Layer.mergeAll(FeatureFlagsLive, Revision.Default).pipe(Layer.provideMerge(database))

  it.effect("report why a feature is off, once they have been set", () =>
    Effect.gen(function* () {
      const flags = yield* FeatureFlags
      yield* flags.must("bonds")
      assert.isTrue(yield* flags.set("bonds", "We look into a fault."))
      assert.isFalse(yield* flags.set("bonds", "Another reason."))
      yield* flags.refresh
      const refusal = yield* Effect.flip(flags.must("bonds"))
      assert.deepInclude(refusal, { status: 503, code: "E-OFF", retryAfter: 600 })
      assert.strictEqual(refusal.message, "Issuing and buying bonds is switched off for now. We look into a fault.")
      yield* flags.must("communities")
      assert.isTrue(yield* flags.reset("bonds"))
      assert.isFalse(yield* flags.reset("bonds"))
      yield* flags.refresh
      yield* flags.must("bonds")
    }).pipe(Effect.provide(world), Effect.scoped)
  )

  it.effect("reach other servers within two seconds, which then update their pages", () =>
    Effect.gen(function* () {
      const revision = yield* Revision
      const server = yield* FeatureFlags
      yield* Effect.flatMap(FeatureFlags, (command) => command.set("readOnly", "We move to another disk.")).pipe(
        Effect.provide(Other)
      )
      assert.isFalse(yield* server.isReadOnly)
      yield* TestClock.adjust("2 seconds")
      // The flags change before the revision is raised, so the test waits for both.
      while (!(yield* server.isReadOnly) || (yield* revision.now) === 0) yield* Effect.yieldNow()
      const refusal = yield* server.readOnly
      assert.deepInclude(refusal, { status: 503, code: "E-READ-ONLY", retryAfter: 60 })
      assert.include(refusal?.message, "nothing was saved")
      assert.include(refusal?.message, "We move to another disk.")
    }).pipe(Effect.provide(world), Effect.scoped)
  )
})
