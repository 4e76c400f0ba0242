/**
 * The server's source of randomness and keyed hashes. No other file in app/effects draws random bytes for codes,
 * signatures and ids.
 */
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto"
import { Effect } from "effect"

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567" // RFC 4648 §6, lower case

const idText = (length: number): string => Array.from(randomBytes(length), (byte) => BASE32[byte & 31]).join("")

/** Returns twice as many lower-case hex digits as `bytes`. */
export const hexText = (bytes: number): string => randomBytes(bytes).toString("hex")

/** `length` characters of lower-case base32, 5 bits each. Ids of communities (docs/product/communities.md) have 12. */
export const randomId = (length = 12): Effect.Effect<string> => Effect.sync(() => idText(length))

/** 64 hex characters. */
export const randomToken: Effect.Effect<string> = Effect.sync(() => hexText(32))

/** `digits` decimal digits, uniformly distributed, with leading zeros. */
export const randomDigits = (digits: number): Effect.Effect<string> =>
  Effect.sync(() => String(randomInt(10 ** digits)).padStart(digits, "0"))

/** Hex. */
export const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex")

/** HMAC-SHA256, hex. */
export const hmacSha256 = (key: string | Uint8Array, text: string): string =>
  createHmac("sha256", key).update(text).digest("hex")

/** Compares in a time that does not depend on where the texts differ. */
export const sameText = (one: string, other: string): boolean => {
  const left = Buffer.from(one)
  const right = Buffer.from(other)
  return left.length === right.length && timingSafeEqual(left, right)
}
