import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger, TestClock } from "effect"
import { gauge, type Reading } from "~/effects/base/metrics/Family"
import { Metrics } from "~/effects/base/metrics/Metrics.server"
import { parse } from "./parse"

const text = Effect.flatMap(Metrics, (metrics) => metrics.text)
const valueIn = (given: string, name: string, label = "") =>
  parse(given)
    .find((family) => family.name === name)
    ?.samples.find(({ labels }) => label === "" || Object.values(labels).includes(label))?.value

const world = (readings: ReadonlyArray<Reading>) =>
  Metrics.layer(Effect.succeed(readings)).pipe(Layer.provideMerge(Logger.remove(Logger.defaultLogger)))

describe("Metrics", () => {
  it.scoped("runs a collector once in five seconds, however often it is requested", () => {
    let checks = 0
    const reading: Reading = {
      name: "counting",
      families: Effect.sync(() => [gauge("commonhold_looks", "How often.", ++checks)])
    }
    return Effect.gen(function* () {
      for (let n = 0; n < 5; n++) assert.strictEqual(valueIn(yield* text, "commonhold_looks"), 1)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(valueIn(yield* text, "commonhold_looks"), 2)
    }).pipe(Effect.provide(world([reading])))
  })

  it.scoped("responds without collectors that crashed or hang, and names them", () => {
    const readings: ReadonlyArray<Reading> = [
      { name: "dead", families: Effect.dieMessage("no such table") },
      { name: "slow", families: Effect.never },
      { name: "good", families: Effect.succeed([gauge("commonhold_good", "Good.", 7)]) }
    ]
    return Effect.gen(function* () {
      const asked = yield* Effect.fork(text)
      yield* TestClock.adjust("3 seconds")
      const given = yield* Fiber.join(asked)
      assert.strictEqual(valueIn(given, "commonhold_good"), 7)
      for (const [name, value] of [
        ["dead", 0],
        ["slow", 0],
        ["good", 1]
      ] as const) {
        assert.strictEqual(valueIn(given, "commonhold_reading_up", name), value, name)
      }
      assert.isAbove(valueIn(given, "process_resident_memory_bytes") ?? 0, 1e6)
      assert.isAbove(valueIn(given, "process_cpu_seconds_total") ?? 0, 0)
      assert.closeTo(valueIn(given, "process_start_time_seconds") ?? 0, Date.now() / 1_000, 86_400)
      assert.isAtLeast(valueIn(given, "commonhold_event_loop_delay_seconds", "0.99") ?? -1, 0)
      assert.strictEqual(valueIn(given, "commonhold_build_info", process.version), 1)
    }).pipe(Effect.provide(world(readings)))
  })
})
