/** Cryptographic primitives on WebCrypto (W3C Web Cryptography, with Ed25519 and X25519). */
import { KEY_BYTES, KEY_INFO } from "../Constants"
import type { Bytes, Primitives } from "../Crypto"

/** PKCS #8 header of a raw 32-byte key (RFC 8410 §7); the fifth byte from the end identifies the curve. */
const pkcs8 = (curve: 0x6e | 0x70, secret: Bytes): Bytes =>
  Uint8Array.from([0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, curve, 4, 0x22, 4, 0x20, ...secret])

const privateKey = (name: "X25519" | "Ed25519", secret: Bytes) =>
  crypto.subtle.importKey(
    "pkcs8",
    pkcs8(name === "X25519" ? 0x6e : 0x70, secret),
    { name },
    true,
    name === "X25519" ? ["deriveBits"] : ["sign"]
  )

/** Derives the public key through JWK, the only export format that contains it. */
const publicKey = async (name: "X25519" | "Ed25519", secret: Bytes): Promise<Bytes> => {
  const { x } = await crypto.subtle.exportKey("jwk", await privateKey(name, secret))
  const text = atob((x ?? "").replaceAll("-", "+").replaceAll("_", "/"))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

const aesKey = (key: Bytes) => crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"])

const bytes = async (buffer: Promise<ArrayBuffer>): Promise<Bytes> => new Uint8Array(await buffer)

export const webCrypto: Primitives = {
  publicKeys: async (secret) => ({
    x25519: await publicKey("X25519", secret),
    ed25519: await publicKey("Ed25519", secret)
  }),
  sign: async (secret, message) =>
    bytes(crypto.subtle.sign({ name: "Ed25519" }, await privateKey("Ed25519", secret), message)),
  sharedKey: async (secret, publicKey, salt) => {
    const theirs = await crypto.subtle.importKey("raw", publicKey, { name: "X25519" }, false, [])
    const shared = await crypto.subtle.deriveBits(
      { name: "X25519", public: theirs },
      await privateKey("X25519", secret),
      KEY_BYTES * 8
    )
    const material = await crypto.subtle.importKey("raw", shared, "HKDF", false, ["deriveBits"])
    const info = new TextEncoder().encode(KEY_INFO)
    return bytes(crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, material, KEY_BYTES * 8))
  },
  seal: async (key, iv, plain) => bytes(crypto.subtle.encrypt({ name: "AES-GCM", iv }, await aesKey(key), plain)),
  open: async (key, iv, sealed) => bytes(crypto.subtle.decrypt({ name: "AES-GCM", iv }, await aesKey(key), sealed))
}
