import { FetchHttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Logger, Schema, TestClock } from "effect"
import { routeOf } from "~/effects/base/tracing/requestSpan.server"
import { layer } from "~/effects/base/tracing/Traces.server"
import { reported, spansIn, startCollector } from "./collector"

const collector = Effect.acquireRelease(Effect.promise(startCollector), ({ stop }) => Effect.promise(stop))

class Refused extends Schema.TaggedError<Refused>()("Refused", { message: Schema.String }) {}

const silence = Logger.remove(Logger.defaultLogger)

/** Runs a program whose spans are sent; the end of the scope sends the rest. */
const traced = <A, E>(address: string, program: Effect.Effect<A, E>) =>
  Effect.exit(Effect.provide(program, Layer.provide(layer(address), silence)))

describe("traces", () => {
  it.scopedLive("reach the collector as OTLP, each span in its trace and under its parent", () =>
    Effect.gen(function* () {
      const { address, paths, spans } = yield* collector
      const inner = Effect.withSpan(Effect.void, "inner", { kind: "client", attributes: { "ledger.call": "/status" } })
      yield* traced(address, Effect.withSpan(inner, "outer"))
      yield* traced(address, Effect.withSpan(Effect.void, "another"))
      assert.deepStrictEqual([...new Set(paths)], ["POST /v1/traces application/json"])
      const [first, second, third] = spans()
      assert.isDefined(first)
      assert.isDefined(second)
      assert.deepStrictEqual([first.name, first.kind, second.name, second.kind], ["inner", 3, "outer", 1])
      assert.strictEqual(reported(first, "ledger.call"), "/status")
      assert.deepStrictEqual([first.traceId, first.parentSpanId], [second.traceId, second.spanId])
      assert.match(first.traceId, /^[0-9a-f]{32}$/)
      assert.match(first.spanId, /^[0-9a-f]{16}$/)
      assert.isUndefined(second.parentSpanId)
      assert.isAtLeast(Number(second.endTimeUnixNano), Number(first.endTimeUnixNano))
      assert.notStrictEqual(third?.traceId, first.traceId)
    })
  )

  it.scopedLive("name the error but omit its message, log lines and unlisted attributes", () =>
    Effect.gen(function* () {
      const { address, bodies, spans } = yield* collector
      const secrets = ["ada@example.org", "493817", "__Host-session=abc"]
      const [email = "", code = "", cookie = ""] = secrets
      const failing = Effect.zipRight(
        Effect.logInfo(`an e-mail to ${email}`),
        new Refused({ message: `wrong: ${code}` })
      )
      yield* traced(address, Effect.withSpan(failing, "failing", { attributes: { cookie, "request.id": "r-1" } }))
      yield* traced(address, Effect.withSpan(Effect.die(new TypeError(cookie)), "dying"))
      yield* traced(address, Effect.withSpan(Effect.fail(new Response(email)), "answering"))
      yield* traced(address, Effect.withSpan(Effect.interrupt, "interrupted"))
      for (const secret of secrets) for (const body of bodies) assert.notInclude(body, secret)
      const seen = spans().map((span) => [span.name, reported(span, "error.type"), span.status.code])
      assert.deepStrictEqual(seen, [
        ["failing", "Refused", 2],
        ["dying", "TypeError", 2],
        ["answering", undefined, 0],
        ["interrupted", undefined, 0]
      ])
      assert.strictEqual(reported(spans()[0] ?? assert.fail("no span"), "request.id"), "r-1")
    })
  )

  it.scopedLive("cost a program nothing while the collector does not respond", () =>
    Effect.gen(function* () {
      const gone = yield* Effect.promise(startCollector)
      yield* Effect.promise(gone.stop)
      const many = Effect.replicateEffect(Effect.withSpan(Effect.void, "span"), 20_000, { discard: true })
      assert.deepStrictEqual(yield* traced(gone.address, many), Exit.void)
      assert.isEmpty(gone.bodies)
    })
  )

  it.scoped("are sent every five seconds, and discarded while a collector that refused is given a pause", () =>
    Effect.gen(function* () {
      const posted: Array<number> = []
      const refusing = Layer.succeed(FetchHttpClient.Fetch, async (_, init) => {
        posted.push(spansIn(new TextDecoder().decode(init?.body as Uint8Array)).length) // what FetchHttpClient sends
        return new Response("", { status: 503 })
      })
      const span = Effect.withSpan(Effect.void, "span")
      const program = Effect.gen(function* () {
        yield* Effect.replicateEffect(span, 3)
        yield* TestClock.adjust("4 seconds")
        assert.isEmpty(posted)
        yield* TestClock.adjust("1 seconds")
        assert.deepStrictEqual(posted, [3])
        yield* Effect.replicateEffect(span, 100)
        yield* TestClock.adjust("60 seconds")
        yield* span
        yield* TestClock.adjust("5 seconds")
        assert.deepStrictEqual(posted, [3, 1])
      })
      yield* Effect.provide(program, Layer.provide(layer("http://127.0.0.1:1"), [refusing, silence]))
    })
  )
})

describe("a route", () => {
  it.each([
    ["/explore/night-film/proposals/12", { slug: "night-film", n: "12" }, "/explore/:slug/proposals/:n"],
    ["/calendar/k3y%2Eics", { secret: "k3y.ics" }, "/calendar/:secret"],
    ["/files/abc/-/preview/1x1/", { "*": "abc/-/preview/1x1/" }, "/files/*"],
    ["/a%zz", { "*": "a%zz" }, "/*"],
    ["/", {}, "/"]
  ])("of %s contains no value", (path, params, route) => assert.strictEqual(routeOf(path, params), route))
})
