/**
 * Webhooks and push messages are read by other programs: webhooks by the standard's own package and by tern, the
 * encrypted message by http_ece and by a library for RFC 8188, the site's signature by jose and by noble; each also by
 * a reader of ours that was written from the standards.
 */
import { createECDH, createHmac, type ECDH, hkdfSync, randomBytes } from "node:crypto"
import { decrypt as decryptContent, encodings } from "@apeleghq/rfc8188"
import { createAlgorithmVerifier } from "@hookflo/tern"
import { p256 } from "@noble/curves/nist.js"
import { Effect, Option, Redacted } from "effect"
import { decodeProtectedHeader, importJWK, jwtVerify } from "jose"
import { Webhook, WebhookVerificationError } from "standardwebhooks"
import { assert, describe, test } from "vitest"
import { PushSender } from "~/effects/base/push/PushSender.server"
import { makePrivateKey, vapidOf } from "~/effects/base/push/vapid.server"
import { bodyOf } from "~/effects/publishing/webhooks/Deliveries.server"
import { newSecret, signedHeaders } from "~/effects/publishing/webhooks/WebhookSender.server"
import { claimsOf, makeBrowser } from "../effects/base/push/browser"
import { decrypt } from "./httpEce"

const ORIGIN = "https://commonhold.example"

/** Tern has no entry for the standard itself; these are its names for what the standard says. */
const byTern = async (secret: string, headers: ReturnType<typeof signedHeaders>, body: string) => {
  const verifier = createAlgorithmVerifier(secret, {
    algorithm: "hmac-sha256",
    headerName: "webhook-signature",
    headerFormat: "raw",
    timestampHeader: "webhook-timestamp",
    timestampFormat: "unix",
    payloadFormat: "custom",
    customConfig: {
      signatureFormat: "v1={signature}",
      payloadFormat: "{id}.{timestamp}.{body}",
      encoding: "base64",
      secretEncoding: "base64",
      idHeader: "webhook-id"
    }
  })
  return verifier.verify(new Request(ORIGIN, { method: "POST", headers, body }))
}

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

  test("is accepted by the package of Standard Webhooks and tern with either secret, and by the standard's text", async () => {
    const secrets = [Effect.runSync(newSecret), Effect.runSync(newSecret)]
    const headers = signedHeaders(secrets, "k3v7qz2mfa5x-128", seconds(), body)
    for (const secret of secrets) {
      assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
      const { error, isValid, payload } = await byTern(secret, headers, body)
      assert.isTrue(isValid, error)
      assert.deepEqual(payload, JSON.parse(body))
      const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
      const key = Buffer.from(secret.slice("whsec_".length), "base64")
      const signature = createHmac("sha256", key).update(signed).digest("base64")
      assert.include(headers["webhook-signature"].split(" "), `v1,${signature}`)
    }
  })

  test("is refused by both if it was changed, is old or has another secret", async () => {
    const secret = Effect.runSync(newSecret)
    const headers = signedHeaders([secret], "k3v7qz2mfa5x-128", seconds(), body)
    const old = signedHeaders([secret], "k3v7qz2mfa5x-128", seconds() - 3_600, body)
    const other = Effect.runSync(newSecret)
    for (const [key, sent, text] of [
      [secret, headers, `${body} `],
      [secret, { ...headers, "webhook-id": "other" }, body],
      [secret, old, body],
      [other, headers, body]
    ] as const) {
      assert.throws(() => new Webhook(key).verify(text, sent), WebhookVerificationError)
      assert.isFalse((await byTern(key, sent, text)).isValid)
    }
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

  test("is decrypted by http_ece and ts-rfc8188 with the browser's keys, and by our reader of RFC 8291", async () => {
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
    const { body } = await sentTo(theirs)
    assert.strictEqual(decrypt(body, pair, auth), payload)
    // The key that RFC 8291 (3.3) derives, for a library that knows RFC 8188 only.
    const keyFor = (sender: ArrayBufferLike) => {
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), Buffer.from(sender)])
      return hkdfSync("sha256", pair.computeSecret(Buffer.from(sender)), auth, info, 32)
    }
    const content = decryptContent(encodings.aes128gcm, new Blob([new Uint8Array(body)]).stream(), keyFor)
    const parts: Array<Buffer> = []
    const reader = content.getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) parts.push(Buffer.from(read.value))
    assert.strictEqual(Buffer.concat(parts).toString("utf8"), payload)
  })

  test("is signed as jose, noble and our reader of RFC 8292 verify it, for that push service only", async () => {
    const { headers } = await sentTo(makeBrowser("https://push.example/send/b").subscription)
    const header = String(headers.Authorization)
    const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? []
    const point = Buffer.from(key, "base64url")
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"))
    const publicKey = await importJWK({ kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, "ES256")
    const { payload: claims } = await jwtVerify(token, publicKey, { audience: "https://push.example" })
    assert.strictEqual(decodeProtectedHeader(token).alg, "ES256")
    const [head = "", said = "", signature = ""] = token.split(".")
    // ES256 allows either of the two values of s; noble by default only the lower.
    const isSigned = (text: string) =>
      p256.verify(Buffer.from(signature, "base64url"), Buffer.from(text), point, { lowS: false })
    assert.deepEqual([isSigned(`${head}.${said}`), isSigned(`${head}.x${said}`)], [true, false])
    assert.strictEqual(claims.sub, "mailto:post@commons.example")
    assert.isAtMost((claims.exp ?? 0) - Date.now() / 1000, 24 * 3_600)
    const { key: _, ...read } = claimsOf(header)
    assert.deepEqual(read, { ...claims })
  })
})
