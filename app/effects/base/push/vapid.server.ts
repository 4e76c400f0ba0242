/** The key pair that identifies this site to push services (VAPID, RFC 8292): a P-256 key, both halves as base64url. */
import { createECDH } from "node:crypto"
import { Option, Redacted } from "effect"

export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: Redacted.Redacted
  /** Contact for push services: a `mailto:` address. */
  readonly subject: string
}

const POINT_BYTES = 65
const SCALAR_BYTES = 32

/** Decodes base64url without padding; undefined unless it has exactly this many bytes. */
export const bytesOf = (text: string, length: number): Option.Option<Uint8Array> => {
  const bytes = Buffer.from(text, "base64url")
  return bytes.length === length && bytes.toString("base64url") === text ? Option.some(bytes) : Option.none()
}

/** The public half of a private key; undefined for an invalid one. */
export const publicKeyOf = (privateKey: string): Option.Option<string> =>
  Option.flatMap(
    bytesOf(privateKey, SCALAR_BYTES),
    Option.liftThrowable((bytes: Uint8Array) => {
      const pair = createECDH("prime256v1")
      pair.setPrivateKey(bytes)
      return pair.getPublicKey().toString("base64url")
    })
  )

/** An uncompressed point of the curve. */
export const isPublicKey = (text: string): boolean =>
  Option.exists(bytesOf(text, POINT_BYTES), (bytes) => {
    if (bytes[0] !== 4) return false
    const pair = createECDH("prime256v1")
    pair.generateKeys()
    return Option.isSome(Option.liftThrowable(() => pair.computeSecret(bytes))())
  })

export const makePrivateKey = (): string => {
  const pair = createECDH("prime256v1")
  pair.generateKeys()
  // Node omits leading zeros.
  return Buffer.concat([Buffer.alloc(SCALAR_BYTES), pair.getPrivateKey()])
    .subarray(-SCALAR_BYTES)
    .toString("base64url")
}

/** The address in "Some name <name@host>". */
const addressIn = (sender: string) => /<([^<>]+)>/.exec(sender)?.[1] ?? sender.trim()

/** The key pair of a private key, for a site that sends e-mail from `mailFrom`. */
export const vapidOf = (privateKey: Redacted.Redacted, mailFrom: string): Option.Option<VapidKeys> =>
  Option.map(publicKeyOf(Redacted.value(privateKey)), (publicKey) => ({
    publicKey,
    privateKey,
    subject: `mailto:${addressIn(mailFrom)}`
  }))
