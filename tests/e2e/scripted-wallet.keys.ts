/**
 * The scripted wallet's keys, derived from a seed, so that a test meets the same person every time. They really sign.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto"
import { blake2b } from "@noble/hashes/blake2.js"
import { deriveAddress, type HolderKind } from "~/ledger/index"

const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex") // RFC 8410 §7, before the 32 bytes

export interface Holder {
  readonly label: string
  readonly address: string
  readonly key: KeyObject
}

export interface WireProof {
  readonly publicKey: string
  readonly signature: string
  readonly curve: "curve25519"
}

const rawPublicKey = (key: KeyObject): Buffer =>
  Buffer.from(createPublicKey(key).export({ format: "jwk" }).x ?? "", "base64url")

/** 32 bytes of an ed25519 key. */
const keyFromSecret = (secret: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, secret]), format: "der", type: "pkcs8" })

export const keyFromSeed = (seed: string): KeyObject => keyFromSecret(createHash("sha256").update(seed).digest())

/** `source`: a seed, or the secret itself. */
export const makeHolder = (kind: HolderKind, label: string, source: string | Uint8Array, networkId: number): Holder => {
  const key = typeof source === "string" ? keyFromSeed(source) : keyFromSecret(source)
  return { label, key, address: deriveAddress(kind, "curve25519", rawPublicKey(key), networkId) }
}

/**
 * R ‖ challenge (32) ‖ length of the address (1) ‖ address ‖ origin, hashed with BLAKE2b-256 (docs/connector.md, 7.1).
 */
const rolaHash = (challenge: string, dAppDefinitionAddress: string, origin: string): Uint8Array =>
  blake2b(
    Buffer.concat([
      Buffer.from("R"),
      Buffer.from(challenge, "hex"),
      Buffer.from([dAppDefinitionAddress.length]),
      Buffer.from(dAppDefinitionAddress),
      Buffer.from(origin)
    ]),
    { dkLen: 32 }
  )

export const prove = (key: KeyObject, challenge: string, dApp: string, origin: string): WireProof => ({
  publicKey: rawPublicKey(key).toString("hex"),
  signature: sign(null, rolaHash(challenge, dApp, origin), key).toString("hex"),
  curve: "curve25519"
})
