/**
 * Webhooks and push messages are read by other programs: webhooks by the standard's own package, the site's signature
 * by jose, and the encrypted message by http_ece; each also by a reader of ours that was written from the standards.
 */
import { createECDH, createHmac, type ECDH, randomBytes } from "node:crypto"
import { Effect, Option, Redacted } from "effect"
import { decodeProtectedHeader, importJWK, jwtVerify } from "jose"
import { Webhook, WebhookVerificationError } from "standardwebhooks"
import { assert, describe, test } from "vitest"
import { PushSender } from "~/effects/base/push/PushSender.server"
import { makePrivateKey, vapidOf } from "~/effects/base/push/vapid.server"
import { bodyOf } from "~/effects/publishing/webhooks/Deliveries.server"
import { newSecret, signedHeaders } from "~/effects/publishing/webhooks/signature.server"
import { claimsOf, makeBrowser } from "../effects/base/push/browser"
import { decrypt } from "./httpEce"

const ORIGIN = "https://commonhold.example"

describe("a webhook", () => {
  const place = { id: "k3v7qz2mfa5x", slug: "garden", name: "Garten „Größe“ 🌿", isPublic: true }
  const happened = {
    event: "proposal.closed" as const,
    seq: 128,
    at: Date.parse("2026-11-20T12:00:00Z"),
    actor: "account_tdx_2_ada",
    target: "/community/detail/k3v7qz2mfa5x/proposals?p=7",
    data: { number: 7, title: "Mend the pump? \u2028 <b>", result: "Passed" }
  }
  const body = JSON.stringify(bodyOf(place, happened, ORIGIN))
  const seconds = () => Math.floor(Date.now() / 1000)

  test("is accepted by the package of Standard Webhooks with either secret, and by the standard's text", () => {
    const secrets = [Effect.runSync(newSecret), Effect.runSync(newSecret)]
    const headers = signedHeaders(secrets, "k3v7qz2mfa5x-128", seconds(), body)
    for (const secret of secrets) {
      assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
      const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
      const key = Buffer.from(secret.slice("whsec_".length), "base64")
      const signature = createHmac("sha256", key).update(signed).digest("base64")
      assert.include(headers["webhook-signature"].split(" "), `v1,${signature}`)
    }
  })

  test("is refused by the package if it was changed, is old or has another secret", () => {
    const secret = Effect.runSync(newSecret)
    const headers = signedHeaders([secret], "k3v7qz2mfa5x-128", seconds(), body)
    const old = signedHeaders([secret], "k3v7qz2mfa5x-128", seconds() - 3_600, body)
    const refused = (run: () => unknown) => assert.throws(run, WebhookVerificationError)
    refused(() => new Webhook(secret).verify(`${body} `, headers))
    refused(() => new Webhook(secret).verify(body, { ...headers, "webhook-id": "other" }))
    refused(() => new Webhook(secret).verify(body, old))
    refused(() => new Webhook(Effect.runSync(newSecret)).verify(body, headers))
  })
})

describe("a push message", () => {
  const keys = Option.getOrThrow(vapidOf(Redacted.make(makePrivateKey()), "Commons <post@commons.example>"))
  const payload = JSON.stringify({ title: "Grüße 🌿", body: "x".repeat(2_000) })

  const sentTo = async (subscription: ReturnType<typeof makeBrowser>["subscription"]) => {
    const sent: Array<{ readonly headers: Readonly<Record<string, unknown>>; readonly body: Buffer }> = []
    const layer = PushSender.layerWeb(
      keys,
      Effect.succeed((request) =>
        Effect.sync(() => {
          sent.push({ headers: { ...request.headers }, body: request.body })
          return { status: 201, retryAfter: undefined }
        })
      )
    )
    const send = Effect.flatMap(PushSender, (sender) =>
      sender.send({ ...subscription, id: "1", device: "Firefox on Linux", payload })
    )
    await Effect.runPromise(Effect.provide(send, layer))
    const [request] = sent
    if (request === undefined) throw new Error("nothing was sent")
    return request
  }

  test("is decrypted by http_ece with the browser's keys, and by our reader of RFC 8291", async () => {
    const pair: ECDH = createECDH("prime256v1")
    pair.generateKeys()
    const auth = randomBytes(16)
    const ours = makeBrowser()
    const theirs = {
      endpoint: "https://push.example/send/a",
      p256dh: pair.getPublicKey("base64url"),
      auth: auth.toString("base64url")
    }
    assert.strictEqual(ours.open((await sentTo(ours.subscription)).body), payload)
    assert.strictEqual(decrypt((await sentTo(theirs)).body, pair, auth), payload)
  })

  test("is signed as jose and our reader of RFC 8292 verify it, for that push service only", async () => {
    const { headers } = await sentTo(makeBrowser("https://push.example/send/b").subscription)
    const header = String(headers.Authorization)
    const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? []
    const point = Buffer.from(key, "base64url")
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"))
    const publicKey = await importJWK({ kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, "ES256")
    const { payload: claims } = await jwtVerify(token, publicKey, { audience: "https://push.example" })
    assert.strictEqual(decodeProtectedHeader(token).alg, "ES256")
    assert.strictEqual(claims.sub, "mailto:post@commons.example")
    assert.isAtMost((claims.exp ?? 0) - Date.now() / 1000, 24 * 3_600)
    const { key: _, ...read } = claimsOf(header)
    assert.deepEqual(read, { ...claims })
  })
})
