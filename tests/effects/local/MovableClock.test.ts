import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, Duration, Effect, Fiber, Layer } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { MovableClock } from "~/effects/local/MovableClock.server"
import { settings } from "../people/wallet-session/world"

const advance = (by: Duration.DurationInput) =>
  Effect.flatMap(MovableClock, (clock) => clock.advance(Duration.decode(by)))

// it.live: the clock under test replaces Effect's own, so no other test clock may be in front of it.
describe("MovableClock", () => {
  it.live("continues after a restart from its last time", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "clock-"))),
        (made) => Effect.sync(() => rmSync(made, { recursive: true }))
      )
      const layer = Layer.provide(MovableClock.layer, Layer.succeed(Settings, { ...settings, dataDir: folder }))
      const outcome = yield* advance("3 days").pipe(Effect.provide(layer))
      const restarted = yield* Clock.currentTimeMillis.pipe(Effect.provide(layer))
      assert.isAtLeast(restarted, outcome)
    }).pipe(Effect.scoped)
  )

  it.live("moves the time of everything that asks Effect for it", () =>
    Effect.gen(function* () {
      const before = yield* Clock.currentTimeMillis
      const nanosBefore = yield* Clock.currentTimeNanos
      const outcome = yield* advance("8 days")
      const after = yield* Clock.currentTimeMillis
      const days = Duration.toMillis("8 days")
      assert.isAtLeast(outcome, before + days)
      assert.isAtLeast(after, outcome)
      assert.isBelow(after, before + days + 60_000)
      assert.isAtLeast(DateTime.toEpochMillis(yield* DateTime.now), outcome)
      // A clock of its own, which the system does not set: it may differ from the other by some milliseconds.
      const nanos = (yield* Clock.currentTimeNanos) - nanosBefore
      assert.isTrue(nanos >= BigInt(days) * 1_000_000n && nanos < BigInt(days + 60_000) * 1_000_000n)
    }).pipe(Effect.provide(MovableClock.layerMemory))
  )

  it.live("stays on whole milliseconds", () =>
    Effect.gen(function* () {
      assert.isTrue(Number.isInteger(yield* advance("0.4 millis")))
      assert.isTrue(Number.isInteger(yield* Clock.currentTimeMillis))
      yield* Clock.currentTimeNanos
    }).pipe(Effect.provide(MovableClock.layerMemory))
  )

  it.live("resumes fibers whose time has passed, and no others", () =>
    Effect.gen(function* () {
      const hour = yield* Effect.fork(Effect.sleep("1 hours"))
      const month = yield* Effect.fork(Effect.sleep("40 days"))
      yield* Effect.yieldNow()
      yield* advance("2 hours")
      yield* Fiber.join(hour)
      assert.isTrue((yield* Fiber.poll(month))._tag === "None")
      yield* advance("40 days")
      yield* Fiber.join(month)
    }).pipe(Effect.provide(MovableClock.layerMemory))
  )

  it.live("does not shorten the timeout of a call in progress", () =>
    Effect.gen(function* () {
      const call = yield* Effect.fork(Effect.timeoutOption(Effect.never, "9 seconds"))
      yield* Effect.yieldNow()
      yield* advance("1 days")
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      assert.isTrue((yield* Fiber.poll(call))._tag === "None")
      yield* Fiber.interrupt(call)
    }).pipe(Effect.provide(MovableClock.layerMemory))
  )

  it.live("lets a wait be interrupted", () =>
    Effect.gen(function* () {
      const waiting = yield* Effect.fork(Effect.sleep("1 hours"))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(waiting)
      yield* advance("2 hours")
    }).pipe(Effect.provide(MovableClock.layerMemory))
  )
})
