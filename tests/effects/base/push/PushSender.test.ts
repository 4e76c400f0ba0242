import { type AddressInfo, createServer, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option, Redacted, TestClock } from "effect"
import { makePublicLookup, type Resolve } from "~/effects/base/outward/nameServers.server"
import {
  isSubscription,
  type Post,
  PushNotSent,
  PushSender,
  postPublicly,
  resultOf,
  retryAfterMs
} from "~/effects/base/push/PushSender.server"
import { isPublicKey, makePrivateKey, publicKeyOf, vapidOf } from "~/effects/base/push/vapid.server"
import { claimsOf, makeBrowser } from "./browser"

const keys = Option.getOrThrow(vapidOf(Redacted.make(makePrivateKey()), "Commons <post@commons.example>"))

/** Records what was sent, and responds as the push service would. */
const scripted = (status: number, retryAfter?: string) => {
  const asked: Array<Parameters<Post>[0]> = []
  const posting = Effect.succeed<Post>((request) =>
    Effect.sync(() => {
      asked.push(request)
      return { status, retryAfter }
    })
  )
  return { asked, layer: PushSender.layerWeb(keys, posting) }
}

/** Accepts connections and never responds. Returns its port. */
const silentServer = Effect.map(
  Effect.acquireRelease(
    Effect.async<{ readonly port: number; readonly close: () => void }>((opened) => {
      const sockets = new Set<Socket>()
      const server = createServer((socket) => void sockets.add(socket.on("error", () => undefined)))
      const close = () => {
        for (const socket of sockets) socket.destroy()
        server.close()
      }
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo // a TCP server has one
        opened(Effect.succeed({ port, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  ),
  ({ port }) => port
)

describe("PushSender", () => {
  const browser = makeBrowser()
  const push = { ...browser.subscription, id: "1", device: "Firefox on Linux", payload: '{"title":"Grüße 🌿"}' }
  const send = Effect.flatMap(PushSender, (sender) => sender.send(push))

  it.effect("encrypts for the browser only, and signs as the site", () =>
    Effect.gen(function* () {
      const { asked, layer } = scripted(201)
      yield* Effect.provide(send, layer)
      const [request] = asked
      assert.isDefined(request)
      assert.strictEqual(request?.endpoint, push.endpoint)
      assert.notInclude(request?.body.toString("utf8"), "title")
      assert.strictEqual(browser.open(request?.body ?? Buffer.alloc(0)), push.payload)
      assert.throws(() => makeBrowser().open(request?.body ?? Buffer.alloc(0)))
      assert.deepInclude(request?.headers, { "Content-Encoding": "aes128gcm", TTL: "43200" })
      const claims = claimsOf(String(request?.headers.Authorization))
      assert.deepInclude(claims, {
        aud: "https://push.example",
        sub: "mailto:post@commons.example",
        key: keys.publicKey
      })
    })
  )

  it.effect("interprets each response of the push service", () =>
    Effect.gen(function* () {
      const ended = (status: number, retryAfter?: string) =>
        Effect.map(
          Effect.flip(Effect.provide(send, scripted(status, retryAfter).layer)),
          ({ outcome, pauseMs, reason }) => ({
            outcome,
            pauseMs,
            reason
          })
        )
      assert.deepInclude(yield* ended(410), { outcome: "gone", reason: "status 410" })
      assert.deepInclude(yield* ended(404), { outcome: "gone" })
      assert.deepInclude(yield* ended(413), { outcome: "refused" })
      assert.deepInclude(yield* ended(429, "120"), { outcome: "later", pauseMs: 120_000 })
      assert.deepInclude(yield* ended(503), { outcome: "later", pauseMs: 0 })
      assert.deepStrictEqual([200, 201, 202, 301, 400, 401, 403, 500].map(resultOf), [
        "sent",
        "sent",
        "sent",
        "later",
        "later",
        "later",
        "later",
        "later"
      ])
    })
  )

  it.live("connects to no private address, whatever name resolves to it", () =>
    Effect.gen(function* () {
      const near: Resolve = (_, __, done) => done(null, [{ address: "127.0.0.1", family: 4 }])
      const post = yield* postPublicly(makePublicLookup(near))
      const failure = yield* Effect.flip(
        post({ endpoint: "https://push.example:9/x", headers: {}, body: Buffer.from("x") })
      )
      assert.deepInclude(failure, { outcome: "gone", reason: "ENOTPUBLIC" })
    })
  )

  it.scoped("waits ten seconds for a response, also in an uninterruptible region", () =>
    Effect.gen(function* () {
      const silent = yield* silentServer
      const post = yield* postPublicly((_, __, found) => found(null, [{ address: "127.0.0.1", family: 4 }]))
      const endpoint = `https://push.example:${silent}/x`
      const asking = post({ endpoint, headers: {}, body: Buffer.from("x") })
      const waiting = yield* Effect.fork(Effect.uninterruptible(Effect.flip(asking)))
      yield* TestClock.adjust("10 seconds")
      assert.deepInclude(yield* Fiber.join(waiting), { outcome: "later", reason: "no answer" })
    })
  )

  it.effect("removes a subscription whose keys cannot be used for encryption", () =>
    Effect.gen(function* () {
      const broken = Effect.flatMap(PushSender, (sender) => sender.send({ ...push, p256dh: "AAAA" }))
      const failure = yield* Effect.flip(Effect.provide(broken, scripted(201).layer))
      assert.instanceOf(failure, PushNotSent)
      assert.strictEqual(failure.outcome, "gone")
    })
  )
})

describe("a Retry-After of a push service", () => {
  const now = Date.parse("2026-11-20T12:00:00Z")
  it("is in seconds or a date, and a day at most", () => {
    assert.strictEqual(retryAfterMs("90", now), 90_000)
    assert.strictEqual(retryAfterMs("Fri, 20 Nov 2026 12:01:00 GMT", now), 60_000)
    assert.strictEqual(retryAfterMs("999999999", now), 86_400_000)
    for (const nothing of [undefined, "", "soon", "-5", "Fri, 20 Nov 2020 12:01:00 GMT"]) {
      assert.strictEqual(retryAfterMs(nothing, now), 0)
    }
  })
})

describe("push keys and addresses", () => {
  it("of the site must be a pair", () => {
    for (let n = 0; n < 50; n++) {
      const key = makePrivateKey()
      assert.lengthOf(key, 43)
      assert.isTrue(Option.exists(publicKeyOf(key), isPublicKey))
    }
    for (const none of ["", "A".repeat(43), "A".repeat(42), `${makePrivateKey()}=`, "0".repeat(64)]) {
      assert.isTrue(Option.isNone(publicKeyOf(none)), none)
    }
    assert.isFalse(isPublicKey("A".repeat(87)))
  })

  it("of a browser must be https on the public internet, with keys of the curve", () => {
    const { subscription } = makeBrowser("https://push.example/abc")
    assert.isTrue(isSubscription(subscription))
    for (const endpoint of [
      "",
      "http://push.example/a",
      "https://localhost/a",
      "https://127.0.0.1/a",
      "https://2130706433/a",
      "https://[::ffff:10.0.0.1]/a",
      "https://push.example:8443/a",
      "https://ana:secret@push.example/a",
      "https://push.example/a#b",
      "local:abc",
      `https://push.example/${"a".repeat(2_000)}`
    ]) {
      assert.isFalse(isSubscription({ ...subscription, endpoint }), endpoint)
    }
    assert.isFalse(isSubscription({ ...subscription, auth: "AAAA" }))
    assert.isFalse(isSubscription({ ...subscription, p256dh: "A".repeat(87) }))
  })
})
