/** A browser's end of Web Push: real keys, and decryption as in RFC 8291 and RFC 8188. */
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from "node:crypto"
import type { Subscription } from "~/effects/base/push/PushSender.server"

const url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url")

export interface TestBrowser {
  readonly subscription: Subscription
  readonly open: (body: Uint8Array) => string
}

const SALT = 16
const KEY_AT = 21

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number) =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, length))

const openWith = (pair: ECDH, auth: Uint8Array, body: Buffer): string => {
  const salt = body.subarray(0, SALT)
  const sender = body.subarray(KEY_AT, KEY_AT + (body[KEY_AT - 1] ?? 0))
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender])
  const secret = derive(pair.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16)
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12)
  const record = body.subarray(KEY_AT + sender.length)
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8")
}

export const makeBrowser = (endpoint = `https://push.example/send/${url(randomBytes(9))}`): TestBrowser => {
  const pair = createECDH("prime256v1")
  pair.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: { endpoint, p256dh: url(pair.getPublicKey()), auth: url(auth) },
    open: (body) => openWith(pair, auth, Buffer.from(body))
  }
}

/** The claims of a header `vapid t=…, k=…` (RFC 8292) whose signature matches the key. */
export const claimsOf = (header: string): Readonly<Record<string, unknown>> => {
  const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? []
  const [head = "", claims = "", signature = ""] = token.split(".")
  const point = Buffer.from(key, "base64url")
  const jwk = { kty: "EC", crv: "P-256", x: url(point.subarray(1, 33)), y: url(point.subarray(33)) }
  const publicKey = createPublicKey({ key: jwk, format: "jwk" })
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url")
  )
  if (!isSigned) throw new Error("not signed by that key")
  return { ...JSON.parse(Buffer.from(claims, "base64url").toString("utf8")), key }
}
