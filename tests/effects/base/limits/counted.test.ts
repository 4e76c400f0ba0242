/** Limits that guard accounts are counted in the database, for all servers together. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer, TestClock } from "effect"
import { networkOf } from "~/effects/base/limits/Asker"
import { COUNTED_LIMITS, type CountedLimitName, CountedLimits } from "~/effects/base/limits/CountedLimits.server"
import { clientAddress, trustedBy } from "~/effects/base/settings/trustedProxies.server"
import { describeOnBothDatabases } from "../../../databases"
import { TODAY } from "../../people/signup/world"

const names = Object.keys(COUNTED_LIMITS) as ReadonlyArray<CountedLimitName> // names of the limits

describeOnBothDatabases("limits that guard accounts", (database) => {
  const Live = CountedLimits.Default.pipe(Layer.provideMerge(database))
  const scene = <A, E>(program: Effect.Effect<A, E, CountedLimits | SqlClient.SqlClient>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))
  /** Another server with the same database. */
  const another = Effect.provide(CountedLimits, Layer.fresh(CountedLimits.Default))

  for (const name of names.filter((each) => each.endsWith("browser"))) {
    const { burst, per } = COUNTED_LIMITS[name]
    it.effect(
      `${name}: allow ${burst} in ${per / 60_000} minutes on all servers together, then return 429 with a wait`,
      () =>
        scene(
          Effect.gen(function* () {
            const servers = [yield* CountedLimits, yield* another]
            const ask = (n: number, who = "someone") =>
              (servers[n % 2] ?? servers[0])?.take({ [name]: who }) ?? Effect.void
            for (let n = 0; n < burst; n++) yield* ask(n)
            const refused = yield* Effect.flip(ask(0))
            assert.deepInclude(refused, { status: 429, code: "E-LIMIT", retryAfter: per / burst / 1_000 })
            // Repeated requests neither refill the bucket nor lengthen the wait.
            for (let n = 0; n < 20; n++) yield* Effect.flip(ask(n))
            yield* ask(1, "someone else")
            yield* TestClock.adjust(`${refused.retryAfter} seconds`)
            yield* ask(1)
            yield* Effect.flip(ask(0))
          })
        )
    )
  }

  it.effect("do not count a request that another limit refuses", () =>
    scene(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { take } = yield* CountedLimits
        const both = take({ "sign-in.browser": "b", "sign-in.network": "a" })
        for (let n = 0; n < 30; n++) yield* both
        const before = yield* sql`SELECT key, full_at FROM limit_buckets ORDER BY key`
        for (let n = 0; n < 10; n++) yield* Effect.flip(both)
        assert.deepEqual(yield* sql`SELECT key, full_at FROM limit_buckets ORDER BY key`, before)
        assert.lengthOf(before, 2)
        // No address is stored.
        assert.isFalse(JSON.stringify(before).includes("sign-in"))
      })
    )
  )

  it.effect("admit no more concurrent requests than the burst", () =>
    scene(
      Effect.gen(function* () {
        const servers = [yield* CountedLimits, yield* another]
        const asks = Array.from({ length: 60 }, (_, n) =>
          Effect.either((servers[n % 2] ?? servers[0])?.take({ "sign-in.browser": "b" }) ?? Effect.void)
        )
        const ended = yield* Effect.all(asks, { concurrency: "unbounded" })
        assert.lengthOf(ended.filter(Either.isRight), 30)
      })
    )
  )

  it.effect("count 700 visitors behind a trusted proxy by their own networks, and as one without trust", () =>
    scene(
      Effect.gen(function* () {
        const { take } = yield* CountedLimits
        const visitors = Array.from({ length: 700 }, (_, n) => `100.${64 + (n >> 8)}.${n & 255}.7`)
        const signIn = (trusted: ReadonlyArray<string>) => (visitor: string, n: number) => {
          const address = clientAddress("10.0.0.9", visitor, trustedBy(trusted))
          return Effect.either(
            take({ "sign-in.browser": `${trusted} ${n}`, "sign-in.network": networkOf(address) ?? "this machine" })
          )
        }
        const trusting = yield* Effect.forEach(visitors, signIn(["10.0.0.0/8"]))
        assert.isTrue(trusting.every(Either.isRight))
        const alone = yield* Effect.forEach(visitors, signIn([]))
        assert.lengthOf(alone.filter(Either.isRight), 600)
      })
    )
  )
})
