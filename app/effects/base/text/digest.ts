/**
 * BLAKE2b-256 over canonical JSON: what a wallet is asked to sign (docs/product/votes.md, 3.5.4). Pure; digests are
 * lower-case hex.
 */
import { blake2b } from "@noble/hashes/blake2.js"
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { canonical, type Json } from "./canonical"

const DIGEST_BYTES = 32

/** Of several pieces written one after the other. */
export const blake2b256 = (...pieces: ReadonlyArray<Uint8Array>): Uint8Array =>
  blake2b(concatBytes(...pieces), { dkLen: DIGEST_BYTES })

/** 64 hex digits. They pass as a wallet's challenge. */
export const digestOf = (value: Json): string => bytesToHex(blake2b256(utf8ToBytes(canonical(value))))

/** BLAKE2b-256(prevHash ‖ digest ‖ signature) over raw bytes; all three are hex. A ballot's place in the chain. */
export const entryHash = (prevHash: string, digest: string, signature: string): string =>
  bytesToHex(blake2b256(hexToBytes(prevHash), hexToBytes(digest), hexToBytes(signature)))
