/**
 * Ledger addresses: strict validation, and derivation of those that follow from a public key.
 *
 * An address is the Bech32m encoding of one entity byte and 29 bytes of hash; its prefix names the kind and the
 * network.
 */
import { blake2b } from "@noble/hashes/blake2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { type Brand, Option } from "effect"
import { decode, encode } from "./bech32m"

export type Curve = "curve25519" | "secp256k1"
export type HolderKind = "account" | "identity"

/**
 * Branded strings for validated addresses, so that one kind never stands for another, nor a name or key for either.
 * Created where an address is validated (`isHolderAddress`, `isResourceAddress`) or derived.
 */
export type AccountAddress = string & Brand.Brand<"AccountAddress">
export type IdentityAddress = string & Brand.Brand<"IdentityAddress">
export type ResourceAddress = string & Brand.Brand<"ResourceAddress">
export type LockerAddress = string & Brand.Brand<"LockerAddress">
export type ControllerAddress = string & Brand.Brand<"ControllerAddress">

interface HolderAddress {
  readonly account: AccountAddress
  readonly identity: IdentityAddress
}

const NETWORK_SUFFIX: Readonly<Record<number, string>> = { 1: "rdx", 2: "tdx_2_", 242: "sim" }
/** `rdx` on mainnet, `tdx_2_` on Stokenet, `sim` in the simulator, `tdx_<hex id>_` elsewhere. */
export const networkSuffix = (networkId: number): string =>
  NETWORK_SUFFIX[networkId] ?? `tdx_${networkId.toString(16)}_`

/** Entity bytes of addresses that are derived from a key. */
const DERIVED_ENTITY: Readonly<Record<HolderKind, Readonly<Record<Curve, number>>>> = {
  account: { curve25519: 0x51, secp256k1: 0xd1 },
  identity: { curve25519: 0x52, secp256k1: 0xd2 }
}
/** Entity bytes that an address of this kind may start with; 0xc1 is an account created on the ledger. */
const ENTITIES: Readonly<Record<HolderKind, ReadonlyArray<number>>> = {
  account: [0xc1, 0x51, 0xd1],
  identity: [0xc2, 0x52, 0xd2]
}
const ADDRESS_BYTES = 30
const KEY_HASH_BYTES = 29

/** The ledger's hash of a public key: the last 29 bytes of its BLAKE2b-256. */
export const publicKeyHash = (publicKey: Uint8Array): Uint8Array =>
  blake2b(publicKey, { dkLen: 32 }).slice(-KEY_HASH_BYTES)

/** Address of an account or identity whose keys were never replaced. */
export const deriveAddress = <K extends HolderKind>(
  kind: K,
  curve: Curve,
  publicKey: Uint8Array,
  networkId: number
): HolderAddress[K] =>
  encode(
    `${kind}_${networkSuffix(networkId)}`,
    Uint8Array.of(DERIVED_ENTITY[kind][curve], ...publicKeyHash(publicKey))
  ) as HolderAddress[K] // ensured by its prefix and entity byte

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

/** What an account or identity address says about its owner. */
export interface Holder {
  readonly kind: HolderKind
  /** Curve of the key that the address is derived from; undefined if it was created on the ledger. */
  readonly curve: Curve | undefined
  /** The 29 bytes after the entity byte, hex: the key's hash, if the address is derived from a key. */
  readonly keyHash: string
}

/** Decodes an address of this network. None if it is not a well-formed account or identity address. */
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
