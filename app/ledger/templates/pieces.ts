/** Pieces that manifests of ours share: proofs, rules, metadata, moves. */
import type { AccountAddress, ResourceAddress } from "../address"
import type { Amount } from "../amount"
import { type WellKnown, wellKnown } from "../entities"
import type { Instruction, Term } from "../manifest/Manifest"
import * as Tree from "../manifest/Manifest"
import { metadataVariant } from "../manifest/text/enums"

/** Whose badge opens a treasury: the account that holds it, the badge, and which of it. */
export interface Admin {
  readonly account: AccountAddress
  readonly badge: ResourceAddress
  /** As `#1#`. */
  readonly id: string
}

export const ids = (...given: ReadonlyArray<string>): Term =>
  Tree.array("NonFungibleLocalId", ...given.map(Tree.localId))

export const call = (callee: Term | string, method: string, ...args: ReadonlyArray<Term>): Instruction =>
  Tree.instruction(
    "CALL_METHOD",
    typeof callee === "string" ? Tree.address(callee) : callee,
    Tree.text(method),
    ...args
  )

export const proofOfAdmin = ({ account, badge, id }: Admin): Instruction =>
  call(account, "create_proof_of_non_fungibles", Tree.address(badge), ids(id))

export const withdraw = (account: AccountAddress, resource: ResourceAddress, amount: Amount): Instruction =>
  call(account, "withdraw", Tree.address(resource), Tree.decimal(amount))

export const take = (resource: ResourceAddress, amount: Amount, bucket: string): Instruction =>
  Tree.instruction("TAKE_FROM_WORKTOP", Tree.address(resource), Tree.decimal(amount), Tree.bucket(bucket))

export const takeAll = (resource: ResourceAddress, bucket: string): Instruction =>
  Tree.instruction("TAKE_ALL_FROM_WORKTOP", Tree.address(resource), Tree.bucket(bucket))

/** To an account that may refuse it, which ends the transaction. */
export const give = (account: AccountAddress, bucket: string): Instruction =>
  call(account, "try_deposit_or_abort", Tree.bucket(bucket), Tree.none)

export const giveWorktop = (account: Term | AccountAddress): Instruction =>
  call(account, "try_deposit_batch_or_abort", Tree.entireWorktop, Tree.none)

/** To one's own account, which never refuses its owner. */
export const keepWorktop = (account: AccountAddress): Instruction => call(account, "deposit_batch", Tree.entireWorktop)

// -- entities that a transaction makes -------------------------------------------------------------

/** An address for an entity of a native package, before the entity is there; `Tree.namedAddress(name)` from then on. */
export const allocate = (networkId: number, where: WellKnown, blueprint: string, name: string): Instruction =>
  Tree.instruction(
    "ALLOCATE_GLOBAL_ADDRESS",
    Tree.address(wellKnown(where, networkId)),
    Tree.text(blueprint),
    Tree.reservation(`${name}_reservation`),
    Tree.namedAddress(name)
  )
/** Takes the allocated address up. */
export const reserved = (name: string): Term => Tree.some(Tree.reservation(`${name}_reservation`))

// -- parts that others sign ------------------------------------------------------------------------

/** In a part: hands on to its parent, with buckets or without. */
export const yieldUp = (...args: ReadonlyArray<Term>): Instruction => Tree.instruction("YIELD_TO_PARENT", ...args)
/** In a root: names a part by its hash, `subtxid_…`. */
export const useChild = (name: string, hash: string): Instruction =>
  Tree.instruction("USE_CHILD", Tree.namedIntent(name), Tree.intent(hash))
export const yieldDown = (name: string, ...args: ReadonlyArray<Term>): Instruction =>
  Tree.instruction("YIELD_TO_CHILD", Tree.namedIntent(name), ...args)

// -- rules ----------------------------------------------------------------------------------------

export const allow: Term = Tree.variant(0)
export const deny: Term = Tree.variant(1)
export const requires = (resource: Term): Term =>
  Tree.variant(2, Tree.variant(0, Tree.variant(0, Tree.variant(1, resource))))

/** What a proof may be of: any of a badge, or exactly this one. */
export const badgeItem = (resource: string): Term => Tree.variant(1, Tree.address(resource))
export const idItem = (resource: string, id: string): Term =>
  Tree.variant(0, { kind: "NonFungibleGlobalId", resource, id })

export const protectedBy = (basic: Term): Term => Tree.variant(2, Tree.variant(0, basic))
export const countOf = (many: number, ...items: ReadonlyArray<Term>): Term =>
  protectedBy(Tree.variant(2, Tree.u8(many), Tree.array("Enum", ...items)))
export const anyOf = (...items: ReadonlyArray<Term>): Term => protectedBy(Tree.variant(4, Tree.array("Enum", ...items)))
/** So many of the first, or the other alone. */
export const countOfOr = (many: number, items: ReadonlyArray<Term>, other: Term): Term => {
  const counted = Tree.variant(0, Tree.variant(2, Tree.u8(many), Tree.array("Enum", ...items)))
  return Tree.variant(2, Tree.variant(1, Tree.array("Enum", counted, Tree.variant(0, Tree.variant(0, other)))))
}

/** A role and who may change it. */
export const role = (rule: Term, updater: Term = deny): Term =>
  Tree.some(Tree.tuple(Tree.some(rule), Tree.some(updater)))
/** Nobody, ever; or for moving a resource: everybody, always. */
export const noRole = Tree.none

// -- metadata -------------------------------------------------------------------------------------

const value = (kind: Parameters<typeof metadataVariant>[0], isArray: boolean, inner: Term): Term =>
  Tree.variant(metadataVariant(kind, isArray), inner)

export const Meta = {
  text: (text: string) => value("String", false, Tree.text(text)),
  texts: (...texts: ReadonlyArray<string>) => value("String", true, Tree.array("String", ...texts.map(Tree.text))),
  url: (url: string) => value("Url", false, Tree.text(url)),
  origins: (...origins: ReadonlyArray<string>) =>
    value("Origin", true, Tree.array("String", ...origins.map(Tree.text))),
  address: (address: Term) => value("Address", false, address),
  addresses: (...addresses: ReadonlyArray<Term>) => value("Address", true, Tree.array("Address", ...addresses)),
  decimal: (amount: Amount) => value("Decimal", false, Tree.decimal(amount)),
  /** Seconds since 1970. */
  instant: (seconds: bigint) => value("Instant", false, Tree.i64(seconds))
}

export const setMetadata = (of: Term | string, key: string, given: Term): Instruction =>
  Tree.instruction("SET_METADATA", typeof of === "string" ? Tree.address(of) : of, Tree.text(key), given)

/** What a resource is born with. `isLocked`: never to change. */
export const metadata = (...entries: ReadonlyArray<readonly [string, Term, boolean]>): Term =>
  Tree.tuple(
    Tree.map(
      "String",
      "Tuple",
      ...entries.map(
        ([key, given, isLocked]) => [Tree.text(key), Tree.tuple(Tree.some(given), Tree.bool(isLocked))] as const
      )
    ),
    Tree.map("String", "Enum")
  )

/** The once-only key: a second run fails on the locked key and reverts everything (docs/ledger.md). */
export const once = (entity: string, key: string, given: Term | string): ReadonlyArray<Instruction> => [
  setMetadata(entity, key, typeof given === "string" ? Meta.text(given) : given),
  Tree.instruction("LOCK_METADATA", Tree.address(entity), Tree.text(key))
]
