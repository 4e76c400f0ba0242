/** Building blocks of our manifests: proofs, rules, metadata, transfers. */
import type { AccountAddress, ResourceAddress } from "../address"
import type { Amount } from "../amount"
import { type WellKnown, wellKnown } from "../entities"
import type { Instruction, Term } from "../manifest/Manifest"
import * as Tree from "../manifest/Manifest"
import { metadataVariant } from "../manifest/text/enums"

/** Admin of a treasury: the account that holds the badge, the badge resource, and its local id. */
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

/** Deposits into an account that may refuse it, which aborts the transaction. */
export const give = (account: AccountAddress, bucket: string): Instruction =>
  call(account, "try_deposit_or_abort", Tree.bucket(bucket), Tree.none)

export const giveWorktop = (account: Term | AccountAddress): Instruction =>
  call(account, "try_deposit_batch_or_abort", Tree.entireWorktop, Tree.none)

/** Deposits into one's own account, which never refuses its owner. */
export const depositWorktop = (account: AccountAddress): Instruction =>
  call(account, "deposit_batch", Tree.entireWorktop)

// -- entities that a transaction creates -----------------------------------------------------------

/**
 * Allocates an address for an entity of a native package before it exists; refer to it by `Tree.namedAddress(name)`.
 */
export const allocate = (networkId: number, where: WellKnown, blueprint: string, name: string): Instruction =>
  Tree.instruction(
    "ALLOCATE_GLOBAL_ADDRESS",
    Tree.address(wellKnown(where, networkId)),
    Tree.text(blueprint),
    Tree.reservation(`${name}_reservation`),
    Tree.namedAddress(name)
  )
/** Uses the allocated address. */
export const reserved = (name: string): Term => Tree.some(Tree.reservation(`${name}_reservation`))

// -- subintents that others sign -------------------------------------------------------------------

/** In a subintent: yields to its parent, with or without buckets. */
export const yieldUp = (...args: ReadonlyArray<Term>): Instruction => Tree.instruction("YIELD_TO_PARENT", ...args)
/** In a root: names a subintent by its hash, `subtxid_…`. */
export const useChild = (name: string, hash: string): Instruction =>
  Tree.instruction("USE_CHILD", Tree.namedIntent(name), Tree.intent(hash))
export const yieldDown = (name: string, ...args: ReadonlyArray<Term>): Instruction =>
  Tree.instruction("YIELD_TO_CHILD", Tree.namedIntent(name), ...args)

// -- rules ----------------------------------------------------------------------------------------

export const allow: Term = Tree.variant(0)
export const deny: Term = Tree.variant(1)
export const requires = (resource: Term): Term =>
  Tree.variant(2, Tree.variant(0, Tree.variant(0, Tree.variant(1, resource))))

/** What a proof must be of: any amount of a badge, or exactly one non-fungible. */
export const badgeItem = (resource: string): Term => Tree.variant(1, Tree.address(resource))
export const idItem = (resource: string, id: string): Term =>
  Tree.variant(0, { kind: "NonFungibleGlobalId", resource, id })

/** One that counts in a rule of several signers: an admin badge by its local id, or a key by the global id of its badge. */
export const seatItem = (badge: string, seat: string): Term => {
  const [resource = "", id] = seat.split(":")
  return id === undefined ? idItem(badge, seat) : idItem(resource, id)
}

const protectedBy = (basic: Term): Term => Tree.variant(2, Tree.variant(0, basic))
export const countOf = (many: number, ...items: ReadonlyArray<Term>): Term =>
  protectedBy(Tree.variant(2, Tree.u8(many), Tree.array("Enum", ...items)))
export const anyOf = (...items: ReadonlyArray<Term>): Term => protectedBy(Tree.variant(4, Tree.array("Enum", ...items)))
/** A number of the first badges, or the other one alone. */
export const countOfOr = (many: number, items: ReadonlyArray<Term>, other: Term): Term => {
  const counted = Tree.variant(0, Tree.variant(2, Tree.u8(many), Tree.array("Enum", ...items)))
  return Tree.variant(2, Tree.variant(1, Tree.array("Enum", counted, Tree.variant(0, Tree.variant(0, other)))))
}

/** A role, and who may change it. */
export const role = (rule: Term, updater: Term = deny): Term =>
  Tree.some(Tree.tuple(Tree.some(rule), Tree.some(updater)))
/** Nobody, ever; for moving a resource: everyone, always. */
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

/** Metadata at creation. `isLocked`: can never change. */
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

/** Idempotency key: a second run fails on the locked key and reverts everything (docs/ledger.md). */
export const once = (entity: string, key: string, given: Term | string): ReadonlyArray<Instruction> => [
  setMetadata(entity, key, typeof given === "string" ? Meta.text(given) : given),
  Tree.instruction("LOCK_METADATA", Tree.address(entity), Tree.text(key))
]
