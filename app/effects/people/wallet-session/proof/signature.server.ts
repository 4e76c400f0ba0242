/**
 * Checks whether a signature is of a key over a hash. Pure, and never throws: malformed input is not a signature.
 *
 * Ed25519 uses OpenSSL, ten times as fast as JavaScript; secp256k1 uses noble, since Node always hashes its input
 * first.
 */
import { createPublicKey, type KeyObject, verify } from "node:crypto"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { Option } from "effect"
import type { Proof } from "~/connector/index"

const ED25519_KEY_BYTES = 32
const ED25519_SIGNATURE_BYTES = 64
/** Compressed. */
const SECP256K1_KEY_BYTES = 33
/** recovery (1) ‖ r (32) ‖ s (32), docs/connector.md. */
const SECP256K1_SIGNATURE_BYTES = 65

const bytesOf = (hex: string, length: number): Buffer | undefined =>
  hex.length === 2 * length && /^[0-9a-fA-F]+$/.test(hex) ? Buffer.from(hex, "hex") : undefined

/**
 * First 31 of the 32 bytes of the encodings of points whose order divides 8; no other point has them. Such a key
 * accepts signatures that nobody made (RFC 8032 §8.7 leaves the check to the caller). OpenSSL 3.5 refuses such an R and
 * older versions accept it, so it is refused here.
 */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  "00".repeat(31),
  `01${"00".repeat(30)}`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03",
  `ec${"ff".repeat(30)}`,
  `ed${"ff".repeat(30)}`,
  `ee${"ff".repeat(30)}`
])

/** The key for OpenSSL, as JWK, which it imports in a fifth of the time of DER. */
const ed25519Key = (key: Buffer): KeyObject => {
  const jwk = { kty: "OKP", crv: "Ed25519", x: key.toString("base64url") }
  return createPublicKey({ key: jwk, format: "jwk" })
}

/** Recovering the key checks the recovery byte too; a high s is refused, so that each signature has one form. */
const verifySecp256k1 = (key: Buffer, signature: Buffer, hash: Uint8Array): boolean => {
  const parsed = secp256k1.Signature.fromBytes(signature, "recovered")
  return !parsed.hasHighS() && Buffer.from(parsed.recoverPublicKey(hash).toBytes(true)).equals(key)
}

/** @param bytes begin with an encoded point. */
const isSmall = (bytes: Buffer) => SMALL_ORDER.has(bytes.toString("hex", 0, ED25519_KEY_BYTES - 1))

const attempt = <A>(work: () => A): A | undefined => Option.getOrUndefined(Option.liftThrowable(work)())

interface Ed25519Check {
  readonly key: KeyObject
  readonly signature: Buffer
}

/** Undefined for what cannot be an Ed25519 signature. */
const ed25519CheckOf = ({ publicKey, signature }: Proof): Ed25519Check | undefined => {
  const bytes = bytesOf(publicKey, ED25519_KEY_BYTES)
  const signed = bytesOf(signature, ED25519_SIGNATURE_BYTES)
  if (bytes === undefined || signed === undefined || isSmall(bytes) || isSmall(signed)) return undefined
  const key = attempt(() => ed25519Key(bytes))
  return key === undefined ? undefined : { key, signature: signed }
}

const isSignedBySecp256k1 = ({ publicKey, signature }: Proof, hash: Uint8Array): boolean => {
  const key = bytesOf(publicKey, SECP256K1_KEY_BYTES)
  const signed = bytesOf(signature, SECP256K1_SIGNATURE_BYTES)
  return key !== undefined && signed !== undefined && attempt(() => verifySecp256k1(key, signed, hash)) === true
}

export const isSignedBy = (proof: Proof, hash: Uint8Array): boolean => {
  if (proof.curve === "secp256k1") return isSignedBySecp256k1(proof, hash)
  const check = ed25519CheckOf(proof)
  return check !== undefined && attempt(() => verify(null, hash, check.key, check.signature)) === true
}

/** A signature, and the hash it should be over. */
export interface Signed {
  readonly proof: Proof
  readonly hash: Uint8Array
}

/** The same for many, in their order: Ed25519 is then checked outside the server's main thread. */
export const areSignedBy = (all: ReadonlyArray<Signed>): Promise<ReadonlyArray<boolean>> =>
  new Promise((resolve) => {
    const results = all.map(() => false)
    let open = 1
    const end = () => {
      open -= 1
      if (open === 0) resolve(results)
    }
    for (const [at, { hash, proof }] of all.entries()) {
      if (proof.curve === "secp256k1") {
        results[at] = isSignedBySecp256k1(proof, hash)
        continue
      }
      const check = ed25519CheckOf(proof)
      if (check === undefined) continue
      open += 1
      verify(null, hash, check.key, check.signature, (error, isRight) => {
        results[at] = error === null && isRight
        end()
      })
    }
    end()
  })
