import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc, TestClock } from "effect"
import { LIMITS, type LimitName, Limits, pour } from "~/effects/base/limits/Limits.server"

const names = Object.keys(LIMITS) as ReadonlyArray<LimitName> // names of the limits

describe("Limits", () => {
  for (const name of names) {
    const { burst, per } = LIMITS[name]

    it.effect(`${name}: allows ${burst} in ${per / 60_000} minutes, then returns 429 with a wait`, () =>
      Effect.gen(function* () {
        const limits = yield* Limits
        for (let n = 0; n < burst; n++) yield* limits.take({ [name]: "someone" })
        const refused = yield* Effect.flip(limits.take({ [name]: "someone" }))
        assert.deepInclude(refused, { status: 429, code: "E-LIMIT" })
        assert.strictEqual(refused.retryAfter, Math.ceil(per / burst / 1000))
        yield* limits.take({ [name]: "someone else" })

        yield* TestClock.adjust(refused.retryAfter * 1000)
        yield* limits.take({ [name]: "someone" })
      }).pipe(Effect.provide(Limits.Default))
    )
  }

  it.effect("neither refill nor lengthen the wait on repeated requests", () =>
    Effect.gen(function* () {
      const limits = yield* Limits
      const ask = limits.take({ "verify.address": "someone" })
      for (let n = 0; n < 20; n++) yield* ask
      for (let n = 0; n < 1_000; n++) assert.isAtMost((yield* Effect.flip(ask)).retryAfter, 30)
      yield* TestClock.adjust("29 seconds")
      yield* Effect.flip(ask)
      yield* TestClock.adjust("1 seconds")
      yield* ask
      yield* Effect.flip(ask)
    }).pipe(Effect.provide(Limits.Default))
  )

  it.effect("do not count a request that another limit refuses", () =>
    Effect.gen(function* () {
      const limits = yield* Limits
      const both = limits.take({ "verify.address": "b", "csp-report.address": "a" })
      for (let n = 0; n < 20; n++) yield* both
      for (let n = 0; n < 1_000; n++) yield* Effect.flip(both)
      for (let n = 0; n < 40; n++) yield* limits.take({ "csp-report.address": "a" })
      yield* Effect.flip(limits.take({ "csp-report.address": "a" }))
    }).pipe(Effect.provide(Limits.Default))
  )

  it("accept at most the burst plus one per interval, for any pattern of requests", () =>
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 400 }), { maxLength: 300 }), (pauses) => {
        const limit = { burst: 5, per: 1_000 }
        let fullAt: number | undefined
        let now = 0
        let accepted = 0
        for (const pause of pauses) {
          now += pause
          const result = pour(limit, fullAt, now)
          if ("fullAt" in result) {
            fullAt = result.fullAt
            accepted++
          } else assert.isAbove(result.wait, 0)
        }
        assert.isAtMost(accepted, 5 + Math.floor(now / 200))
      })
    ))
})
