/** Real wallet keys for tests, which really sign. */
import { createPrivateKey, createPublicKey, sign } from "node:crypto"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import type { SignedProof } from "~/effects/people/wallet-session/forms"
import { type RolaContext, rolaHash } from "~/effects/people/wallet-session/proof/rola.server"
import { type Curve, deriveAddress, publicKeyHash } from "~/ledger/index"

/** DER of PKCS#8 up to the 32 key bytes (RFC 8410 §7). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex")

export interface TestKey {
  readonly curve: Curve
  readonly publicKey: Uint8Array
  readonly sign: (hash: Uint8Array) => Uint8Array
}

export const ed25519Key = (seed: string): TestKey => {
  const der = Buffer.concat([PKCS8, sha256(utf8ToBytes(seed))])
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" })
  const publicKey = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32)
  return { curve: "curve25519", publicKey, sign: (hash) => sign(null, hash, key) }
}

export const secp256k1Key = (seed: string): TestKey => {
  const secret = sha256(utf8ToBytes(seed))
  return {
    curve: "secp256k1",
    publicKey: secp256k1.getPublicKey(secret, true),
    sign: (hash) => secp256k1.sign(hash, secret, { prehash: false, format: "recovered" })
  }
}

export const testKey = (curve: Curve, seed: string) => (curve === "curve25519" ? ed25519Key(seed) : secp256k1Key(seed))

export const addressOf = (key: TestKey, type: "account" | "persona" = "account", networkId = 2): string =>
  deriveAddress(type === "account" ? "account" : "identity", key.curve, key.publicKey, networkId)

export const keyHashOf = (key: TestKey): string => bytesToHex(publicKeyHash(key.publicKey))

/** The site that the tests sign in to. */
export const site: RolaContext = {
  dAppDefinitionAddress: "account_tdx_2_12xc5kfwstmdg29sv3qrlyx338ul5zhg4w36760pjmdn776ml2rwvxa",
  origin: "http://127.0.0.1:3000"
}

export interface Proving {
  readonly type?: "account" | "persona"
  readonly address?: string
  readonly context?: RolaContext
}

/** What a wallet sends for one account or persona. */
export const prove = (key: TestKey, challenge: string, { address, context = site, type = "account" }: Proving = {}) =>
  ({
    type,
    challenge,
    address: address ?? addressOf(key, type),
    proof: {
      curve: key.curve,
      publicKey: bytesToHex(key.publicKey),
      signature: bytesToHex(key.sign(rolaHash(challenge.toLowerCase(), context)))
    }
  }) satisfies SignedProof
