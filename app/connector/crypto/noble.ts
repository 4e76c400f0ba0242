/**
 * Cryptographic primitives in plain JavaScript, for platforms whose WebCrypto lacks them. Always loaded by dynamic
 * import.
 */
import { gcm } from "@noble/ciphers/aes.js"
import { ed25519, x25519 } from "@noble/curves/ed25519.js"
import { hkdf } from "@noble/hashes/hkdf.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { KEY_BYTES, KEY_INFO } from "../Constants"
import type { Primitives } from "../Crypto"

const own = (bytes: Uint8Array) => Uint8Array.from(bytes)

export const noble: Primitives = {
  publicKeys: async (secret) => ({
    x25519: own(x25519.getPublicKey(secret)),
    ed25519: own(ed25519.getPublicKey(secret))
  }),
  sign: async (secret, message) => own(ed25519.sign(message, secret)),
  sharedKey: async (secret, publicKey, salt) =>
    own(hkdf(sha256, x25519.getSharedSecret(secret, publicKey), salt, new TextEncoder().encode(KEY_INFO), KEY_BYTES)),
  seal: async (key, iv, plain) => own(gcm(key, iv).encrypt(plain)),
  open: async (key, iv, sealed) => own(gcm(key, iv).decrypt(sealed))
}
