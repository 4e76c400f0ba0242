/**
 * Kinds of entities: their address bytes, the word that their addresses begin with, and the well-known addresses of
 * every network.
 */
import { Either, Option } from "effect"
import { networkSuffix, type ResourceAddress } from "./address"
import { decode, encode } from "./bech32m"

export const ENTITY = {
  package: 0x0d,
  fungible: 0x5d,
  nonFungible: 0x9a,
  consensusManager: 0x86,
  validator: 0x83,
  component: 0xc0,
  account: 0xc1,
  identity: 0xc2,
  accessController: 0xc3,
  locker: 0x68,
  ed25519Account: 0x51,
  ed25519Identity: 0x52,
  secp256k1Account: 0xd1,
  secp256k1Identity: 0xd2,
  fungibleVault: 0x58,
  nonFungibleVault: 0x98
} as const

/** First word of the address, by entity byte. */
const WORDS: Readonly<Record<number, string>> = {
  [ENTITY.package]: "package",
  [ENTITY.fungible]: "resource",
  [ENTITY.nonFungible]: "resource",
  [ENTITY.consensusManager]: "consensusmanager",
  [ENTITY.validator]: "validator",
  [ENTITY.component]: "component",
  [ENTITY.account]: "account",
  [ENTITY.identity]: "identity",
  [ENTITY.accessController]: "accesscontroller",
  [ENTITY.locker]: "locker",
  [ENTITY.ed25519Account]: "account",
  [ENTITY.ed25519Identity]: "identity",
  [ENTITY.secp256k1Account]: "account",
  [ENTITY.secp256k1Identity]: "identity",
  [ENTITY.fungibleVault]: "internal_vault",
  [ENTITY.nonFungibleVault]: "internal_vault",
  130: "transactiontracker",
  196: "pool",
  197: "pool",
  198: "pool",
  248: "internal_component",
  176: "internal_keyvaluestore"
}

export const isResource = (entity: number | undefined): boolean =>
  entity === ENTITY.fungible || entity === ENTITY.nonFungible
export const isVault = (entity: number | undefined): boolean =>
  entity === ENTITY.fungibleVault || entity === ENTITY.nonFungibleVault
export const isAccount = (entity: number | undefined): boolean =>
  entity === ENTITY.account || entity === ENTITY.ed25519Account || entity === ENTITY.secp256k1Account
/** Entities inside others, which only their owner may address. */
export const isInternal = (entity: number | undefined): boolean => isVault(entity) || entity === 248 || entity === 176

const ADDRESS_BYTES = 30

/** The 30 bytes of an address of this network, or why there are none. */
export const readAddress = (text: string, networkId: number): Either.Either<Uint8Array, string> =>
  Option.match(decode(text), {
    onNone: () => Either.left("the address is not well formed"),
    onSome: ({ bytes, prefix }) => {
      const word = WORDS[bytes[0] ?? -1]
      if (bytes.length !== ADDRESS_BYTES || word === undefined) return Either.left("the address names no known entity")
      if (prefix === `${word}_${networkSuffix(networkId)}`) return Either.right(bytes)
      return Either.left(
        prefix.startsWith(`${word}_`) ? "the address belongs to another network" : "the address has the wrong prefix"
      )
    }
  })

/** True for a well-formed address of a token or a badge on this network. */
export const isResourceAddress = (text: string, networkId: number): text is ResourceAddress =>
  Either.match(readAddress(text, networkId), { onLeft: () => false, onRight: ([entity]) => isResource(entity) })

export const isNonFungible = (resource: string, networkId: number): boolean =>
  Either.match(readAddress(resource, networkId), {
    onLeft: () => false,
    onRight: ([entity]) => entity === ENTITY.nonFungible
  })

/** Address of 30 bytes on this network. None for an unknown entity. */
export const writeAddress = (bytes: Uint8Array, networkId: number): Option.Option<string> =>
  Option.map(Option.fromNullable(WORDS[bytes[0] ?? -1]), (word) => encode(`${word}_${networkSuffix(networkId)}`, bytes))

/** Well-known on every network; written here for Stokenet (network 2). */
const ON_STOKENET = {
  xrd: "resource_tdx_2_1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxtfd2jc",
  ed25519Badge: "resource_tdx_2_1nfxxxxxxxxxxed25sgxxxxxxxxx002236757237xxxxxxxxx3e2cpa",
  secp256k1Badge: "resource_tdx_2_1nfxxxxxxxxxxsecpsgxxxxxxxxx004638826440xxxxxxxxxcdcdpa",
  accountOwnerBadge: "resource_tdx_2_1nfxxxxxxxxxxaccwnrxxxxxxxxx006664022062xxxxxxxxx4vczzk",
  globalCallerBadge: "resource_tdx_2_1nfxxxxxxxxxxglcllrxxxxxxxxx002350006550xxxxxxxxxqtcnwk",
  faucet: "component_tdx_2_1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxyulkzl",
  consensusManager: "consensusmanager_tdx_2_1scxxxxxxxxxxcnsmgrxxxxxxxxx000999665565xxxxxxxxxv6cg29",
  faucetPackage: "package_tdx_2_1pkgxxxxxxxxxfaucetxxxxxxxxx000034355863xxxxxxxxx3heqcz",
  accountPackage: "package_tdx_2_1pkgxxxxxxxxxaccntxxxxxxxxxx000929625493xxxxxxxxx9jat20",
  resourcePackage: "package_tdx_2_1pkgxxxxxxxxxresrcexxxxxxxxx000538436477xxxxxxxxxmn4mes",
  accessControllerPackage: "package_tdx_2_1pkgxxxxxxxxxcntrlrxxxxxxxxx000648572295xxxxxxxxxqewm72",
  identityPackage: "package_tdx_2_1pkgxxxxxxxxxdntyxxxxxxxxxxx008560783089xxxxxxxxx4ewu80",
  packagePackage: "package_tdx_2_1pkgxxxxxxxxxpackgexxxxxxxxx000726633226xxxxxxxxxehawfs",
  poolPackage: "package_tdx_2_1pkgxxxxxxxxxplxxxxxxxxxxxxx020379220524xxxxxxxxxe4r780",
  lockerPackage: "package_tdx_2_1pkgxxxxxxxxxlckerxxxxxxxxxx000208064247xxxxxxxxx8jnpz0"
} as const

export type WellKnown = keyof typeof ON_STOKENET

export const wellKnownBytes = (name: WellKnown): Uint8Array => {
  const known = KNOWN_BYTES.get(name)
  if (known !== undefined) return known
  const bytes = Either.getOrThrow(readAddress(ON_STOKENET[name], 2)) // a constant of ours; the tests read every one
  KNOWN_BYTES.set(name, bytes)
  return bytes
}
const KNOWN_BYTES = new Map<WellKnown, Uint8Array>()

export const WELL_KNOWN = Object.keys(ON_STOKENET) as ReadonlyArray<WellKnown>

type Branded<T extends string> = T extends `resource_${string}` ? ResourceAddress : string

export const wellKnown = <N extends WellKnown>(name: N, networkId: number): Branded<(typeof ON_STOKENET)[N]> =>
  Option.getOrThrow(writeAddress(wellKnownBytes(name), networkId)) as Branded<(typeof ON_STOKENET)[N]> // the same prefix
