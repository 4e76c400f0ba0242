/**
 * BLAKE2b-256 over canonical JSON: the hash that a wallet is asked to sign (docs/product/votes.md). Pure; hashes are
 * lower-case hex.
 */
import { blake2b } from "@noble/hashes/blake2.js"
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { canonical, type Json } from "./canonical"

const DIGEST_BYTES = 32

/** Hash of several pieces in sequence. */
export const blake2b256 = (...parts: ReadonlyArray<Uint8Array>): Uint8Array =>
  blake2b(concatBytes(...parts), { dkLen: DIGEST_BYTES })

/** 64 hex digits, the form of a wallet's challenge. */
export const hashOf = (value: Json): string => bytesToHex(blake2b256(utf8ToBytes(canonical(value))))

/**
 * BLAKE2b-256(prevHash ‖ digest ‖ signature) over raw bytes; all three are hex. One link of the ballots' hash chain.
 */
export const entryHash = (prevHash: string, digest: string, signature: string): string =>
  bytesToHex(blake2b256(hexToBytes(prevHash), hexToBytes(digest), hexToBytes(signature)))
