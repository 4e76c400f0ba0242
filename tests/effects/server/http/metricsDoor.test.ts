/** Who may read the metrics: by token, by port, and the response to everybody else. */
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Option, Redacted, TestClock } from "effect"
import { Limits } from "~/effects/base/limits/Limits.server"
import { Metrics } from "~/effects/base/metrics/Metrics.server"
import { refusal } from "~/effects/base/remix/refusal.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { trustedBy } from "~/effects/base/settings/trustedProxies.server"
import { makeMetricsServer, type ReadMetrics, scrape } from "~/effects/server/http/metricsDoor.server"
import { settings } from "../../people/wallet-session/world"

const TOKEN = "t0ken-of-forty-characters-for-the-figures"
const TEXT = "# HELP a b\n# TYPE a gauge\na 1\n"

const world = (token: Option.Option<string>) =>
  Layer.mergeAll(
    Limits.Default,
    Layer.succeed(Metrics, { text: Effect.succeed(TEXT) }),
    Layer.succeed(Settings, { ...settings, metricsToken: Option.map(token, (text) => Redacted.make(text)) })
  )
const ask = (authorization: string | undefined, address = "192.0.2.1") =>
  Effect.either(scrape({ authorization, address })).pipe(
    Effect.map((ended) => (ended._tag === "Right" ? 200 : ended.left.status))
  )

describe("the metrics", () => {
  it.effect("require the whole token, as a bearer", () =>
    Effect.gen(function* () {
      for (const right of [`Bearer ${TOKEN}`, `bearer ${TOKEN}`]) assert.strictEqual(yield* ask(right), 200)
      const wrong = [
        undefined,
        "",
        TOKEN,
        `Basic ${TOKEN}`,
        `Bearer ${TOKEN.slice(1)}`,
        `Bearer ${TOKEN}x`,
        `Bearer ${TOKEN} x`,
        "Bearer",
        `Bearer ${"ü".repeat(40)}`
      ]
      for (const each of wrong) assert.strictEqual(yield* ask(each), 401, each)
      const { message } = yield* Effect.flip(scrape({ authorization: "Bearer wrong", address: "192.0.2.1" }))
      assert.include(message, "METRICS_TOKEN")
      assert.notInclude(message, TOKEN)
    }).pipe(Effect.provide(world(Option.some(TOKEN))))
  )

  it.effect("are open to anyone at their port if there is no token", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* ask(undefined), 200)
      assert.strictEqual(yield* ask("Bearer anything"), 200)
    }).pipe(Effect.provide(world(Option.none())))
  )

  it.effect("count wrong tokens by network, and never lock the right one out", () =>
    Effect.gen(function* () {
      const wrong = (address: string) => ask("Bearer wrong", address)
      for (let n = 0; n < 30; n++) assert.strictEqual(yield* wrong(`192.0.2.${n + 1}`), 401)
      assert.strictEqual(yield* wrong("192.0.2.99"), 429)
      assert.strictEqual(yield* wrong("198.51.100.1"), 401)
      assert.strictEqual(yield* ask(`Bearer ${TOKEN}`, "192.0.2.99"), 200)
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual(yield* wrong("192.0.2.99"), 401)
    }).pipe(Effect.provide(world(Option.some(TOKEN))))
  )

  const served = (proxies: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const context = yield* Layer.build(world(Option.some(TOKEN)))
      const read: ReadMetrics = async (asked, requestId) => {
        const exit = await Effect.runPromiseExit(Effect.provide(scrape(asked), context))
        return Exit.isSuccess(exit)
          ? { status: 200, retryAfter: undefined, body: exit.value }
          : refusal(exit.cause, requestId)
      }
      const server = yield* Effect.acquireRelease(
        Effect.sync(() => makeMetricsServer(read, trustedBy(proxies)).listen(0, "127.0.0.1")),
        (running) => Effect.sync(() => running.close() && running.closeAllConnections())
      )
      yield* Effect.promise(() => once(server, "listening"))
      const { port } = server.address() as AddressInfo // a TCP server has one
      return (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
        Effect.promise(async () => {
          const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers, method })
          return { status: response.status, headers: response.headers, text: await response.text() }
        })
    })

  it.scopedLive("are served from their port as text, uncached, and nothing else is", () =>
    Effect.gen(function* () {
      const visit = yield* served([])
      const given = yield* visit("/metrics?x=1", { Authorization: `Bearer ${TOKEN}` })
      assert.deepStrictEqual([given.status, given.text], [200, TEXT])
      assert.strictEqual(given.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8")
      assert.strictEqual(given.headers.get("cache-control"), "no-store")
      const refused = yield* visit("/metrics", { Authorization: "Bearer wrong" })
      assert.strictEqual(refused.status, 401)
      assert.strictEqual(refused.headers.get("www-authenticate"), 'Bearer realm="metrics"')
      assert.deepInclude(JSON.parse(refused.text), { code: "E-METRICS-TOKEN" })
      for (const [path, method] of [
        ["/", "GET"],
        ["/explore", "GET"],
        ["/metrics/", "GET"],
        ["/metrics", "POST"]
      ] as const) {
        assert.strictEqual((yield* visit(path, { Authorization: `Bearer ${TOKEN}` }, method)).status, 404, path)
      }
    })
  )

  it.scopedLive("count by what a trusted proxy says of the address, and ignore what others say", () =>
    Effect.gen(function* () {
      const wrong = (n: number) => ({ Authorization: "Bearer wrong", "X-Forwarded-For": `198.51.${n}.1` })
      const untrusting = yield* served(["192.0.2.0/24"])
      const last: Array<number> = []
      for (let n = 0; n < 32; n++) last.push((yield* untrusting("/metrics", wrong(n))).status)
      assert.deepStrictEqual(last.slice(-2), [429, 429])
      const trusting = yield* served(["127.0.0.0/8"])
      for (let n = 0; n < 32; n++) assert.strictEqual((yield* trusting("/metrics", wrong(n))).status, 401)
    })
  )
})
