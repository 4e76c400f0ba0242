import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, TestClock } from "effect"
import { Limits } from "~/effects/base/limits/Limits.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { COSTS, type Costly, takeCost } from "~/effects/people/wallet-session/pages/costly.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { asAccount } from "../../../addresses"
import { migratedSqlite } from "../../../databases"

const World = Layer.mergeAll(Limits.Default, Sessions.Default).pipe(Layer.provideMerge(migratedSqlite))

const ask = (kind: Costly, address: string, token?: string) =>
  Effect.provideService(takeCost(kind), RouteArgs, {
    request: new Request(
      "http://127.0.0.1/",
      token === undefined ? {} : { headers: { Cookie: `__Host-session=${token}` } }
    ),
    params: {},
    context: { requestId: "r", nonce: "", address }
  })
/** How many of this many requests got through. */
const passed = (times: number, request: (n: number) => ReturnType<typeof ask>) =>
  Effect.map(
    Effect.forEach(Array.from({ length: times }), (_, n) => Effect.option(request(n))),
    (ends) => ends.filter(Option.isSome).length
  )
const signIn = (name: string) =>
  Effect.flatMap(Sessions, (sessions) =>
    sessions.open({ account: asAccount(name), persona: null, userAgent: "a test", replaces: Option.none() })
  )

describe("expensive requests", () => {
  it.effect("are limited to sixty of the read API a minute from one address, with the wait in the refusal", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* passed(100, () => ask("read API", "192.0.2.1")), 60)
      const refused = yield* Effect.flip(ask("read API", "192.0.2.1"))
      assert.deepInclude(refused, { status: 429, code: "E-LIMIT", retryAfter: 1 })
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* passed(100, () => ask("read API", "192.0.2.1")), 60)
    }).pipe(Effect.provide(World))
  )

  it.effect("do not lock out a campus in one /24 when one of its addresses reached the limit", () =>
    Effect.gen(function* () {
      yield* passed(100, () => ask("read API", "192.0.2.1"))
      assert.strictEqual(yield* passed(200, (n) => ask("read API", `192.0.2.${2 + (n % 200)}`)), 200)
    }).pipe(Effect.provide(World))
  )

  it.effect("are limited for a network as a whole, however many of its addresses are used", () =>
    Effect.gen(function* () {
      const many = (n: number) => `192.0.${Math.floor(n / 250)}.${n % 250}`
      const inOne = yield* passed(1_000, (n) => ask("read API", many(n % 250)))
      assert.strictEqual(inOne, 600)
      const inAll = yield* passed(5_000, (n) => ask("read API", many(n)))
      assert.strictEqual(inAll + inOne, 1_200)
      // Another network is not affected.
      yield* ask("read API", "198.51.100.1")
      const six = yield* passed(5_000, (n) => ask("read API", `2001:db8:1:${(n % 5_000).toString(16)}::1`))
      assert.strictEqual(six, 1_200)
    }).pipe(Effect.provide(World))
  )

  it.effect("are counted by account for signed-in people, from any address", () =>
    Effect.gen(function* () {
      const [ada, ben] = [yield* signIn("account_tdx_2_ada11111111"), yield* signIn("account_tdx_2_ben22222222")]
      yield* passed(100, () => ask("read API", "192.0.2.1"))
      const own = 3_000 / COSTS["own export"]
      assert.strictEqual(yield* passed(50, (n) => ask("own export", `192.0.${n}.1`, ada)), own)
      assert.strictEqual(yield* passed(50, () => ask("own export", "192.0.2.1", ben)), own)
      // No session exists for an invented token.
      yield* Effect.flip(ask("read API", "192.0.2.1", "a".repeat(64)))
    }).pipe(Effect.provide(World))
  )

  it.effect("are weighted by their cost: fifteen exports of a community, or thirty-seven statements", () =>
    Effect.gen(function* () {
      const [ada, ben] = [yield* signIn("account_tdx_2_ada11111111"), yield* signIn("account_tdx_2_ben22222222")]
      assert.strictEqual(yield* passed(50, () => ask("community export", "192.0.2.1", ada)), 15)
      assert.strictEqual(yield* passed(50, () => ask("statement", "192.0.2.1", ben)), 37)
      assert.strictEqual(yield* passed(50, () => ask("statement", "192.0.2.1")), 15)
    }).pipe(Effect.provide(World))
  )
})
