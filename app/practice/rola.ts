/** Signs a challenge the way wallets do (docs/connector.md). Pure. */
import { ed25519 } from "@noble/curves/ed25519.js"
import { blake2b } from "@noble/hashes/blake2.js"
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import type { Proof } from "~/connector/index"

/** dApp and origin of the request; both are part of the signed message. */
export interface Audience {
  readonly dAppDefinitionAddress: string
  readonly origin: string
}

/** BLAKE2b-256 of "R" ‖ challenge (32 bytes) ‖ length of the address (1 byte) ‖ address ‖ origin. */
export const rolaHash = (challenge: string, { dAppDefinitionAddress, origin }: Audience): Uint8Array => {
  const address = utf8ToBytes(dAppDefinitionAddress)
  return blake2b(Uint8Array.of(0x52, ...hexToBytes(challenge), address.length, ...address, ...utf8ToBytes(origin)), {
    dkLen: 32
  })
}

export const signChallenge = (secret: Uint8Array, challenge: string, audience: Audience): Proof => ({
  publicKey: bytesToHex(ed25519.getPublicKey(secret)),
  signature: bytesToHex(ed25519.sign(rolaHash(challenge, audience), secret)),
  curve: "curve25519"
})
