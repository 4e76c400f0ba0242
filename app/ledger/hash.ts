/** BLAKE2b-256 as the ledger uses it, and the written form of hashes: `txid_…`, `subtxid_…` and similar. */
import { blake2b } from "@noble/hashes/blake2.js"
import { concatBytes } from "@noble/hashes/utils.js"
import { Option } from "effect"
import { networkSuffix } from "./address"
import { decode, encode } from "./bech32m"

export type HashKind = "txid" | "signedintent" | "subtxid" | "notarizedtransaction"

const HASH_BYTES = 32

export const hash = (...parts: ReadonlyArray<Uint8Array>): Uint8Array =>
  blake2b(concatBytes(...parts), { dkLen: HASH_BYTES })

export const writeHash = (kind: HashKind, bytes: Uint8Array, networkId: number): string =>
  encode(`${kind}_${networkSuffix(networkId)}`, bytes)

/** None if the text is not such a hash of this network. */
export const readHash = (kind: HashKind, text: string, networkId: number): Option.Option<Uint8Array> =>
  Option.flatMap(decode(text), ({ bytes, prefix }) =>
    prefix === `${kind}_${networkSuffix(networkId)}` && bytes.length === HASH_BYTES ? Option.some(bytes) : Option.none()
  )
