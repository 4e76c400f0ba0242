import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { makeBreaker } from "~/effects/base/limits/Breaker.server"
import { countedFamilies } from "~/effects/base/metrics/counted.server"
import type { Family } from "~/effects/base/metrics/Family"
import { countLedgerCall } from "~/effects/server/gateway.server"
import { countRequest } from "~/effects/server/http/requestLog.server"

/** The process has one registry that other tests also count into; the routes and calls here occur in this file only. */
const familyNow = (name: string) =>
  Effect.map(Metric.snapshot, (pairs) => countedFamilies(pairs).find((family) => family.name === name))
const valueOf = (family: Family | undefined, labels: Readonly<Record<string, string>>) =>
  family === undefined || family.type === "histogram"
    ? undefined
    : family.samples.find((sample) => Object.entries(labels).every(([label, text]) => sample.labels[label] === text))
        ?.value
const distribution = (family: Family | undefined, label: string, text: string) =>
  family?.type === "histogram" ? family.samples.find(({ labels }) => labels[label] === text) : undefined

const request = (route: string, status: number, seconds: number, method = "GET") =>
  countRequest({ route, method, status, seconds })

describe("request and call metrics", () => {
  it.effect("count requests by route, method and status, and their time by route in buckets that add up", () =>
    Effect.gen(function* () {
      for (const seconds of [0.001, 0.02, 0.2, 60]) request("/counted/:here", 200, seconds)
      request("/counted/:here", 404, 0.001, "POST")
      const requests = yield* familyNow("commonhold_http_requests_total")
      assert.strictEqual(requests?.type, "counter")
      assert.strictEqual(valueOf(requests, { route: "/counted/:here", method: "GET", status: "200" }), 4)
      assert.strictEqual(valueOf(requests, { route: "/counted/:here", method: "POST", status: "404" }), 1)
      const durations = yield* familyNow("commonhold_http_request_duration_seconds")
      const found = distribution(durations, "route", "/counted/:here")
      assert.strictEqual(found?.count, 5)
      assert.closeTo(found?.sum ?? 0, 60.222, 1e-9)
      assert.deepStrictEqual(found?.buckets.at(0), [0.005, 2])
      assert.deepStrictEqual(found?.buckets.at(-2), [10, 4])
      assert.deepStrictEqual(found?.buckets.at(-1), [Number.POSITIVE_INFINITY, 5])
      const counts = found?.buckets.map(([, count]) => count) ?? []
      assert.deepStrictEqual(
        counts,
        counts.toSorted((a, b) => a - b)
      )
    })
  )

  it.effect("combine unknown routes, calls and methods into one series", () =>
    Effect.gen(function* () {
      for (let n = 0; n < 3_000; n++) request(`/made-up/${n}`, 200, 0.001)
      for (let n = 0; n < 200; n++) countLedgerCall(`/state/made-up/${n}`, "answered", 0.001)
      request("/counted/:here", 200, 0.001, "BREW")
      const requests = yield* familyNow("commonhold_http_requests_total")
      assert.isAtMost(requests?.samples.length ?? 0, 1_600)
      assert.isAbove(valueOf(requests, { route: "other", method: "GET", status: "200" }) ?? 0, 1_000)
      const calls = yield* familyNow("commonhold_ledger_calls_total")
      assert.isAtMost(calls?.samples.length ?? 0, 160)
      assert.isAbove(valueOf(calls, { call: "other", outcome: "answered" }) ?? 0, 100)
      assert.isUndefined(valueOf(requests, { method: "BREW" }))
    })
  )

  it.effect("count calls of the ledger by path, whatever the gateway's address", () =>
    Effect.gen(function* () {
      countLedgerCall("/local/gateway/status/of-this-test", "failed", 0.3)
      countLedgerCall("/status/of-this-test", "failed", 0.3)
      const calls = yield* familyNow("commonhold_ledger_calls_total")
      const value = valueOf(calls, { call: "/status/of-this-test", outcome: "failed" })
      // Or in `other`, if the test before ran first.
      assert.isTrue(value === 2 || (valueOf(calls, { call: "other", outcome: "failed" }) ?? 0) >= 2)
    })
  )

  it.effect("count a breaker that opens and closes again", () =>
    Effect.gen(function* () {
      const breaker = yield* makeBreaker({ name: "of this test", host: "service.example", failures: 2, pause: 0 })
      const open = Effect.map(familyNow("commonhold_breaker_open"), (family) =>
        valueOf(family, { service: "of this test" })
      )
      const fails = Effect.ignore(breaker.guard(Effect.fail("down"), () => true))
      assert.strictEqual(yield* open, 0)
      yield* fails
      assert.strictEqual(yield* open, 0)
      yield* fails
      assert.strictEqual(yield* open, 1)
      yield* breaker.guard(Effect.void, () => true)
      assert.strictEqual(yield* open, 0)
    })
  )
})
