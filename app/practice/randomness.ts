/** Random numbers that distinguish otherwise equal transactions, and keys of single-use notaries. */
import { randomBytes } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import { signerOf } from "~/ledger/index"

/** 32 bits. */
export const randomNonce = Effect.sync(() => Array.from(randomBytes(4)).reduce((sum, byte) => sum * 256 + byte, 0))

/** 64 bits. */
export const randomDiscriminator = Effect.sync(() =>
  Array.from(randomBytes(8)).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
)

export const onceNotary = Effect.sync(() => signerOf("curve25519", randomBytes(32)))
