/**
 * The accounts of the demonstration's people. Their keys are derived from their names, so that every start, and every
 * later part of the demonstration, finds the same people; anyone who knows a name has the key. Local mode only.
 */
import { ed25519 } from "@noble/curves/ed25519.js"
import { blake2b } from "@noble/hashes/blake2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { type AccountAddress, deriveAddress } from "~/ledger/index"

/** 32 bytes of an ed25519 key. */
export const demoSecret = (name: string): Uint8Array =>
  blake2b(utf8ToBytes(`Commonhold demonstration: the account of ${name}`), { dkLen: 32 })

export const demoAccount = (name: string): AccountAddress =>
  deriveAddress("account", "curve25519", ed25519.getPublicKey(demoSecret(name)), NETWORK_ID)
