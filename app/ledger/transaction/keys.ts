/** Signs and verifies. Deterministic on both curves (RFC 8032, RFC 6979), so that no randomness is needed. */
import { ed25519 } from "@noble/curves/ed25519.js"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { bytesToNumberLE } from "@noble/curves/utils.js"
import { sha512 } from "@noble/hashes/sha2.js"
import { concatBytes } from "@noble/hashes/utils.js"
import { Option } from "effect"
import type { Curve } from "../address"
import type { IntentSignature, PublicKey, Signature } from "./parts"

/** Signs hashes with one key. */
export interface Signer {
  readonly publicKey: PublicKey
  readonly sign: (hash: Uint8Array) => Uint8Array
}

const { Fn: scalars } = ed25519.Point
/** SHA-512 as a number modulo the group's order (RFC 8032, 5.1.6); both are little-endian. */
const scalarOf = (...parts: ReadonlyArray<Uint8Array>): bigint =>
  scalars.create(bytesToNumberLE(sha512(concatBytes(...parts))))

/**
 * Like `ed25519.sign`, but expands the key only once: the relayer signs many hashes with one key, and the expansion
 * takes half of a signature's time.
 */
const ed25519Signer = (secret: Uint8Array): Signer => {
  const { pointBytes, prefix, scalar } = ed25519.utils.getExtendedPublicKey(secret)
  return {
    publicKey: { curve: "curve25519", bytes: pointBytes },
    sign: (hash) => {
      const r = scalarOf(prefix, hash)
      const commitment = ed25519.Point.BASE.multiply(r).toBytes()
      const k = scalarOf(commitment, pointBytes, hash)
      return concatBytes(commitment, scalars.toBytes(scalars.add(r, scalars.mul(k, scalar)))) // R (32) ‖ s (32)
    }
  }
}

/** `secret`: 32 bytes. */
export const signerOf = (curve: Curve, secret: Uint8Array): Signer =>
  curve === "curve25519"
    ? ed25519Signer(secret)
    : {
        publicKey: { curve, bytes: secp256k1.getPublicKey(secret) },
        sign: (hash) => secp256k1.sign(hash, secret, { prehash: false, format: "recovered" })
      }

export const intentSignatureBy = (signer: Signer, hash: Uint8Array): IntentSignature =>
  signer.publicKey.curve === "secp256k1"
    ? { curve: "secp256k1", signature: signer.sign(hash) }
    : { curve: "curve25519", publicKey: signer.publicKey.bytes, signature: signer.sign(hash) }

export const signatureBy = (signer: Signer, hash: Uint8Array): Signature => ({
  curve: signer.publicKey.curve,
  bytes: signer.sign(hash)
})

const holds = (check: () => boolean): boolean => {
  try {
    return check()
  } catch {
    return false // noble throws for points that are not on the curve
  }
}

const recover = (signature: Uint8Array, hash: Uint8Array): Option.Option<PublicKey> => {
  try {
    const bytes = secp256k1.recoverPublicKey(signature, hash, { prehash: false })
    return secp256k1.verify(signature, hash, bytes, { prehash: false, format: "recovered" })
      ? Option.some({ curve: "secp256k1", bytes })
      : Option.none()
  } catch {
    return Option.none() // as above
  }
}

/** The signer's key; none if the signature is invalid. */
export const signerOfSignature = (given: IntentSignature, hash: Uint8Array): Option.Option<PublicKey> => {
  if (given.curve === "secp256k1") return recover(given.signature, hash)
  return holds(() => ed25519.verify(given.signature, hash, given.publicKey, { zip215: false }))
    ? Option.some({ curve: given.curve, bytes: given.publicKey })
    : Option.none()
}

/** Verifies a notary's signature, whose key is in the header. */
export const isSignedBy = (key: PublicKey, given: Signature, hash: Uint8Array): boolean => {
  if (key.curve !== given.curve) return false
  return key.curve === "curve25519"
    ? holds(() => ed25519.verify(given.bytes, hash, key.bytes, { zip215: false }))
    : holds(() => secp256k1.verify(given.bytes, hash, key.bytes, { prehash: false, format: "recovered" }))
}
