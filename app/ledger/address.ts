/**
 * Ledger addresses: reading them strictly, and deriving the ones that follow from a public key.
 *
 * An address is Bech32m over one entity byte and 29 bytes of hash; its prefix names the kind and the network.
 */
import { blake2b } from "@noble/hashes/blake2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { type Brand, Option } from "effect"
import { decode, encode } from "./bech32m"

export type Curve = "curve25519" | "secp256k1"
export type HolderKind = "account" | "identity"

/**
 * Texts that were found to be the address of such a thing: one kind never stands in for another, and no name or key
 * for either. Made where an address is read (`isHolderAddress`, `isResourceAddress`) or derived.
 */
export type AccountAddress = string & Brand.Brand<"AccountAddress">
export type IdentityAddress = string & Brand.Brand<"IdentityAddress">
export type ResourceAddress = string & Brand.Brand<"ResourceAddress">
export type LockerAddress = string & Brand.Brand<"LockerAddress">

interface HolderAddress {
  readonly account: AccountAddress
  readonly identity: IdentityAddress
}

const NETWORK_SUFFIX: Readonly<Record<number, string>> = { 1: "rdx", 2: "tdx_2_", 242: "sim" }
/** `rdx` on mainnet, `tdx_2_` on Stokenet, `sim` in the simulator, `tdx_<hex id>_` elsewhere. */
export const networkSuffix = (networkId: number): string =>
  NETWORK_SUFFIX[networkId] ?? `tdx_${networkId.toString(16)}_`

/** Entity bytes of the addresses that derive from a key. */
const DERIVED_ENTITY: Readonly<Record<HolderKind, Readonly<Record<Curve, number>>>> = {
  account: { curve25519: 0x51, secp256k1: 0xd1 },
  identity: { curve25519: 0x52, secp256k1: 0xd2 }
}
/** Entity bytes an address of this kind may start with; 0xc1 is an account made on the ledger. */
const ENTITIES: Readonly<Record<HolderKind, ReadonlyArray<number>>> = {
  account: [0xc1, 0x51, 0xd1],
  identity: [0xc2, 0x52, 0xd2]
}
const ADDRESS_BYTES = 30
const KEY_HASH_BYTES = 29

/** The last 29 bytes of BLAKE2b-256 of a public key: what the ledger calls its hash. */
export const publicKeyHash = (publicKey: Uint8Array): Uint8Array =>
  blake2b(publicKey, { dkLen: 32 }).slice(-KEY_HASH_BYTES)

/** The address an account or identity has when nobody ever replaced its keys. */
export const deriveAddress = <K extends HolderKind>(
  kind: K,
  curve: Curve,
  publicKey: Uint8Array,
  networkId: number
): HolderAddress[K] =>
  encode(
    `${kind}_${networkSuffix(networkId)}`,
    Uint8Array.of(DERIVED_ENTITY[kind][curve], ...publicKeyHash(publicKey))
  ) as HolderAddress[K] // as its prefix and entity byte say

/** True for a well-formed account or identity address of this network. */
export const isHolderAddress = <K extends HolderKind>(
  kind: K,
  text: string,
  networkId: number
): text is HolderAddress[K] =>
  Option.match(decode(text), {
    onNone: () => false,
    onSome: ({ bytes, prefix }) =>
      prefix === `${kind}_${networkSuffix(networkId)}` &&
      bytes.length === ADDRESS_BYTES &&
      ENTITIES[kind].includes(bytes[0] ?? -1)
  })

/** What an account or identity address tells of its owner. */
export interface Holder {
  readonly kind: HolderKind
  /** The curve of the key the address derives from; undefined where it was made on the ledger. */
  readonly curve: Curve | undefined
  /** The 29 bytes behind the entity byte, hex: that key's hash, if there is such a key. */
  readonly keyHash: string
}

/** Takes an address of this network apart. None: it is no account and no identity, or is not well-formed. */
export const holderOf = (text: string, networkId: number): Option.Option<Holder> =>
  Option.flatMap(decode(text), ({ bytes }) =>
    Option.map(
      Option.fromNullable((["account", "identity"] as const).find((kind) => isHolderAddress(kind, text, networkId))),
      (kind) => ({
        kind,
        curve: (["curve25519", "secp256k1"] as const).find((curve) => DERIVED_ENTITY[kind][curve] === bytes[0]),
        keyHash: bytesToHex(bytes.slice(1))
      })
    )
  )
