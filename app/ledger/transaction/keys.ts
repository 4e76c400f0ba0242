/** Signing and checking signatures. Deterministic on both curves (RFC 8032, RFC 6979), so no randomness is needed. */
import { ed25519 } from "@noble/curves/ed25519.js"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { Option } from "effect"
import type { Curve } from "../address"
import type { IntentSignature, PublicKey, Signature } from "./parts"

/** Signs hashes with one key. */
export interface Signer {
  readonly publicKey: PublicKey
  readonly sign: (hash: Uint8Array) => Uint8Array
}

/** `secret`: 32 bytes. */
export const signerOf = (curve: Curve, secret: Uint8Array): Signer =>
  curve === "curve25519"
    ? {
        publicKey: { curve, bytes: ed25519.getPublicKey(secret) },
        sign: (hash) => ed25519.sign(hash, secret)
      }
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
    return false // noble throws at points that are not on the curve
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

/** Whose signature it is; none where it does not hold. */
export const signerOfSignature = (given: IntentSignature, hash: Uint8Array): Option.Option<PublicKey> => {
  if (given.curve === "secp256k1") return recover(given.signature, hash)
  return holds(() => ed25519.verify(given.signature, hash, given.publicKey, { zip215: false }))
    ? Option.some({ curve: given.curve, bytes: given.publicKey })
    : Option.none()
}

/** A notary's signature, whose key stands in the header. */
export const isSignedBy = (key: PublicKey, given: Signature, hash: Uint8Array): boolean => {
  if (key.curve !== given.curve) return false
  return key.curve === "curve25519"
    ? holds(() => ed25519.verify(given.bytes, hash, key.bytes, { zip215: false }))
    : holds(() => secp256k1.verify(given.bytes, hash, key.bytes, { prehash: false, format: "recovered" }))
}
