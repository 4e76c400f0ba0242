import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, HashMap, Logger, Ref, TestClock } from "effect"
import { makeBreaker } from "~/effects/base/limits/Breaker.server"

const isOutage = (error: string) => error === "down"

/** A service that counts its calls and can be set to fail. */
const makeService = Effect.gen(function* () {
  const calls = yield* Ref.make(0)
  const state = yield* Ref.make<"up" | "down" | "refuses">("down")
  const call = Effect.zipRight(
    Ref.update(calls, (n) => n + 1),
    Effect.flatMap(Ref.get(state), (now) => (now === "up" ? Effect.succeed("yes") : Effect.fail(now)))
  )
  return { calls: Ref.get(calls), set: (now: "up" | "down" | "refuses") => Ref.set(state, now), call }
})

/** Lines of the log with their annotations. */
const listening = () => {
  const lines: Array<string> = []
  const layer = Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ annotations, message }) => {
      lines.push(
        [
          message,
          ...HashMap.toEntries(annotations)
            .map(([key, value]) => `${key}=${value}`)
            .sort()
        ].join(" ")
      )
    })
  )
  return { lines, layer }
}

describe("a breaker", () => {
  it.effect("logs one line when it opens and when it closes: where, why and how often", () => {
    const { layer, lines } = listening()
    return Effect.gen(function* () {
      const service = yield* makeService
      const breaker = yield* makeBreaker({
        name: "a service",
        host: "service.example",
        failures: 3,
        pause: "2 seconds"
      })
      const ask = breaker.guard(service.call, isOutage)
      for (let n = 0; n < 2; n++) yield* Effect.flip(ask)
      const hanging = breaker
        .guard(Effect.never, isOutage)
        .pipe(Effect.timeoutFail({ duration: "3 seconds", onTimeout: () => "late" }))
      const waiting = yield* Effect.fork(Effect.flip(hanging))
      yield* TestClock.adjust("3 seconds")
      yield* Fiber.join(waiting)
      for (let n = 0; n < 10; n++) yield* Effect.flip(ask)
      yield* TestClock.adjust("2 seconds")
      yield* Effect.flip(ask)
      yield* service.set("up")
      yield* TestClock.adjust("2 seconds")
      yield* ask
      yield* ask
      assert.deepStrictEqual(lines, [
        "a service: a call failed failures=1 host=service.example reason=down",
        "a service: a call failed failures=2 host=service.example reason=down",
        "a service: left alone after failures in a row failures=3 host=service.example reason=timeout: no answer in time",
        "a service: answers again failures=4 host=service.example notAsked=10"
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("calls a failing service only once per pause after 5 failures", () =>
    Effect.gen(function* () {
      const service = yield* makeService
      const breaker = yield* makeBreaker({
        name: "a service",
        host: "service.example",
        failures: 5,
        pause: "2 seconds"
      })
      const ask = Effect.flip(breaker.guard(service.call, isOutage))
      for (let n = 0; n < 5; n++) assert.strictEqual(yield* ask, "down")
      for (let second = 0; second < 60; second++) {
        for (let n = 0; n < 20; n++) yield* ask
        yield* TestClock.adjust("1 seconds")
      }
      assert.isAtMost(yield* service.calls, 5 + 60)
    })
  )

  it.effect("closes again after one successful call", () =>
    Effect.gen(function* () {
      const service = yield* makeService
      const breaker = yield* makeBreaker({
        name: "a service",
        host: "service.example",
        failures: 5,
        pause: "2 seconds"
      })
      const ask = breaker.guard(service.call, isOutage)
      for (let n = 0; n < 5; n++) yield* Effect.flip(ask)
      yield* service.set("up")
      const left = yield* Effect.flip(ask)
      assert.isTrue(typeof left === "object" && left._tag === "CircuitOpen")
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(yield* Effect.all([ask, ask, ask]), ["yes", "yes", "yes"])
    })
  )

  it.effect("lets one of many concurrent calls through when it tries again", () =>
    Effect.gen(function* () {
      const service = yield* makeService
      const breaker = yield* makeBreaker({
        name: "a service",
        host: "service.example",
        failures: 5,
        pause: "2 seconds"
      })
      const ask = Effect.flip(breaker.guard(service.call, isOutage))
      for (let n = 0; n < 5; n++) yield* ask
      yield* TestClock.adjust("2 seconds")
      yield* Effect.all(
        Array.from({ length: 50 }, () => ask),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(yield* service.calls, 6)
    })
  )

  it.effect("lets calls made during a successful try proceed", () =>
    Effect.gen(function* () {
      const service = yield* makeService
      const breaker = yield* makeBreaker({
        name: "a service",
        host: "service.example",
        failures: 5,
        pause: "2 seconds"
      })
      const slowly = Effect.zipRight(Effect.sleep("100 millis"), service.call)
      const ask = breaker.guard(slowly, isOutage)
      const failing = yield* Effect.fork(Effect.all(Array.from({ length: 5 }, () => Effect.flip(ask))))
      yield* TestClock.adjust("1 seconds")
      yield* failing
      yield* service.set("up")
      yield* TestClock.adjust("2 seconds")
      const asking = yield* Effect.fork(Effect.all([ask, ask, ask], { concurrency: "unbounded" }))
      yield* TestClock.adjust("1 seconds")
      assert.deepStrictEqual(yield* asking, ["yes", "yes", "yes"])
    })
  )

  it.effect("does not count refusals", () =>
    Effect.gen(function* () {
      const service = yield* makeService
      const breaker = yield* makeBreaker({
        name: "a service",
        host: "service.example",
        failures: 5,
        pause: "2 seconds"
      })
      yield* service.set("refuses")
      for (let n = 0; n < 20; n++) yield* Effect.flip(breaker.guard(service.call, isOutage))
      assert.strictEqual(yield* service.calls, 20)
    })
  )

  it.effect("counts calls that timed out", () =>
    Effect.gen(function* () {
      const breaker = yield* makeBreaker({
        name: "a service",
        host: "service.example",
        failures: 5,
        pause: "2 seconds"
      })
      const hangs = breaker.guard(Effect.never, isOutage)
      for (let n = 0; n < 5; n++) {
        const asking = yield* Effect.fork(Effect.timeoutOption(hangs, "1 seconds"))
        yield* TestClock.adjust("1 seconds")
        yield* asking
      }
      const left = yield* Effect.flip(hangs)
      assert.isTrue(typeof left === "object" && left._tag === "CircuitOpen")
    })
  )
})
