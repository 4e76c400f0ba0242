/**
 * Is this a signature of that key over that hash? Pure, and never throws: what is malformed is not a signature.
 *
 * Ed25519 goes through OpenSSL, ten times the speed of JavaScript; secp256k1 through noble, since Node always hashes
 * its input first.
 */
import { createPublicKey, verify } from "node:crypto"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { Option } from "effect"
import type { Proof } from "~/connector/index"

/** DER of SubjectPublicKeyInfo up to the 32 key bytes (RFC 8410 §4). */
const ED25519_PREFIX = Buffer.from("302a300506032b6570032100", "hex")
const ED25519_KEY_BYTES = 32
const ED25519_SIGNATURE_BYTES = 64
/** Compressed. */
const SECP256K1_KEY_BYTES = 33
/** recovery (1) ‖ r (32) ‖ s (32), protocol 7.1. */
const SECP256K1_SIGNATURE_BYTES = 65

const bytesOf = (hex: string, length: number): Buffer | undefined =>
  hex.length === 2 * length && /^[0-9a-fA-F]+$/.test(hex) ? Buffer.from(hex, "hex") : undefined

/**
 * The y coordinates of the points whose order divides 8, little-endian, in every encoding below 2^255. Such a key
 * accepts signatures that nobody made (RFC 8032 §8.7 leaves the check to the caller).
 */
const SMALL_ORDER_Y: ReadonlySet<string> = new Set([
  `00${"00".repeat(31)}`,
  `01${"00".repeat(31)}`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  `ec${"ff".repeat(30)}7f`,
  `ed${"ff".repeat(30)}7f`,
  `ee${"ff".repeat(30)}7f`
])

const isSmallOrder = (key: Buffer): boolean => {
  const y = Buffer.from(key)
  y.writeUInt8(y.readUInt8(ED25519_KEY_BYTES - 1) & 0x7f, ED25519_KEY_BYTES - 1)
  return SMALL_ORDER_Y.has(y.toString("hex"))
}

const verifyEd25519 = (key: Buffer, signature: Buffer, hash: Uint8Array): boolean => {
  const der = Buffer.concat([ED25519_PREFIX, key])
  return !isSmallOrder(key) && verify(null, hash, createPublicKey({ key: der, format: "der", type: "spki" }), signature)
}

/** Recovering the key checks the recovery byte too; a high s is refused, so each signature has one form. */
const verifySecp256k1 = (key: Buffer, signature: Buffer, hash: Uint8Array): boolean => {
  const parsed = secp256k1.Signature.fromBytes(signature, "recovered")
  return !parsed.hasHighS() && Buffer.from(parsed.recoverPublicKey(hash).toBytes(true)).equals(key)
}

const attempt = (check: () => boolean): boolean => Option.getOrElse(Option.liftThrowable(check)(), () => false)

export const isSignedBy = ({ curve, publicKey, signature }: Proof, hash: Uint8Array): boolean => {
  if (curve === "curve25519") {
    const key = bytesOf(publicKey, ED25519_KEY_BYTES)
    const signed = bytesOf(signature, ED25519_SIGNATURE_BYTES)
    return key !== undefined && signed !== undefined && attempt(() => verifyEd25519(key, signed, hash))
  }
  const key = bytesOf(publicKey, SECP256K1_KEY_BYTES)
  const signed = bytesOf(signature, SECP256K1_SIGNATURE_BYTES)
  return key !== undefined && signed !== undefined && attempt(() => verifySecp256k1(key, signed, hash))
}
