/**
 * Parked money: an admin, or keepers together, set aside in one transaction what one plan needs, in an account made for it, and a key of the
 * site pays from there, batch by batch (docs/ledger.md).
 *
 * The site's key can send what is parked elsewhere and nothing else. The plan's digest is locked on the account, so
 * whoever has the plan sees each payment that differs from it.
 */
import type { AccountAddress, LockerAddress, ResourceAddress } from "../address"
import type { Amount } from "../amount"
import { wellKnown } from "../entities"
import type { Instruction, Manifest, Term } from "../manifest/Manifest"
import * as Tree from "../manifest/Manifest"
import {
  type Admin,
  allocate,
  anyOf,
  badgeItem,
  call,
  countOf,
  countOfOr,
  deny,
  give,
  giveWorktop,
  idItem,
  Meta,
  once,
  proofOfAdmin,
  requires,
  reserved,
  setMetadata,
  take,
  withdraw
} from "./pieces"
import { type Share, sharesTerm, sumOf } from "./shares"

/** The badge of a signature: the resource of its curve and the key's hash as a local id. */
export interface KeyBadge {
  readonly resource: string
  readonly id: string
}

/** Badges that open a treasury together: what they sign is joined with their proofs (`council.ts`). */
export interface Together {
  readonly badge: ResourceAddress
  /** As `#1#`. */
  readonly ids: ReadonlyArray<string>
  readonly needed: number
}
/** Who opens the treasury, and may take back what is parked. */
export type Opener = Admin | Together
const areTogether = (by: Opener): by is Together => "needed" in by

export interface ParkedPlan {
  readonly networkId: number
  readonly by: Opener
  readonly treasury: AccountAddress
  /** Whose signature pays from it. */
  readonly settler: KeyBadge
  readonly resource: ResourceAddress
  /** What the plan pays in all. */
  readonly total: Amount
  /** XRD for the fees of its batches. */
  readonly fees: Amount
  /** Locked on the treasury with the account's address, so that a plan is parked once. */
  readonly onceKey: string
  /** Of the rows, amounts and batches. */
  readonly digest: string
  readonly siteOrigin: string
  /** The last day on which it is paid from, as 2027-11-24; a plan without a period names none. */
  readonly until?: string
}

export interface Parking extends ParkedPlan {
  /** The locker through which earlier runs were paid by the same key; none yet: it is made here. */
  readonly locker?: LockerAddress
}

const PARKED = Tree.namedAddress("parked")
const PAYOUTS = Tree.namedAddress("payouts")

const lockedKey = (key: string, given: Term): ReadonlyArray<Instruction> => [
  setMetadata(PARKED, key, given),
  Tree.instruction("LOCK_METADATA", PARKED, Tree.text(key))
]

const keeperItems = ({ badge, ids }: Together) => ids.map((id) => idItem(badge, id))
/** Whoever opens the treasury. */
export const ownersOf = (by: Opener): Term =>
  areTogether(by) ? countOf(by.needed, ...keeperItems(by)) : requires(Tree.address(by.badge))
/** They, or the site's key. */
const eitherOf = ({ by, settler }: Pick<ParkedPlan, "by" | "settler">): Term => {
  const key = idItem(settler.resource, settler.id)
  return areTogether(by) ? countOfOr(by.needed, keeperItems(by), key) : anyOf(badgeItem(by.badge), key)
}
/** Those who sign together bring their proofs along. */
export const proven = (by: Opener): ReadonlyArray<Instruction> => (areTogether(by) ? [] : [proofOfAdmin(by)])

/** Stored money can be taken back by who opens the treasury; nobody changes who stores. It names the community's account. */
const payoutsLocker = (given: Parking): ReadonlyArray<Instruction> => [
  Tree.instruction(
    "CALL_FUNCTION",
    Tree.address(wellKnown("lockerPackage", given.networkId)),
    Tree.text("AccountLocker"),
    Tree.text("instantiate"),
    Tree.variant(1, ownersOf(given.by)),
    eitherOf(given),
    deny,
    ownersOf(given.by),
    deny,
    reserved("payouts")
  ),
  setMetadata(PAYOUTS, "dapp_definition", Meta.address(Tree.address(given.treasury)))
]

/** What leaves the treasury: the plan's token and the fees, in one withdrawal where the token is XRD. */
const withdrawals = ({ fees, networkId, resource, total, treasury }: ParkedPlan): ReadonlyArray<Instruction> => {
  const xrd = wellKnown("xrd", networkId)
  if (resource === xrd) return [withdraw(treasury, xrd, total + fees)]
  return [withdraw(treasury, resource, total), withdraw(treasury, xrd, fees)]
}

/** Proves the admin, makes the account for both keys, says on it what it is for, and fills it. */
const filled = (given: ParkedPlan): ReadonlyArray<Instruction> => {
  const { by, digest, networkId, siteOrigin, treasury, until } = given
  return [
    allocate(networkId, "accountPackage", "Account", "parked"),
    ...proven(by),
    Tree.instruction("CREATE_ACCOUNT_ADVANCED", Tree.variant(1, eitherOf(given)), reserved("parked")),
    ...lockedKey("plan", Meta.text(digest)),
    ...lockedKey("treasury", Meta.address(Tree.address(treasury))),
    ...lockedKey("site", Meta.text(siteOrigin)),
    ...(until === undefined ? [] : lockedKey("until", Meta.text(until))),
    ...withdrawals(given),
    giveWorktop(PARKED)
  ]
}

export const parkMoney = (given: Parking): Manifest => {
  const { locker, networkId, onceKey, treasury } = given
  return Tree.manifest(
    ...(locker === undefined ? [allocate(networkId, "lockerPackage", "AccountLocker", "payouts")] : []),
    ...filled(given),
    ...(locker === undefined ? payoutsLocker(given) : []),
    ...once(treasury, onceKey, Meta.address(PARKED))
  )
}

/** For a sale its units, for a redemption face values, for a budget its sum: nobody claims from them, so there is no locker. */
export const parkForSwaps = (given: ParkedPlan): Manifest =>
  Tree.manifest(...filled(given), ...once(given.treasury, given.onceKey, Meta.address(PARKED)))

export interface ParkedBatch {
  readonly parked: AccountAddress
  readonly locker: LockerAddress
  readonly resource: ResourceAddress
  /** Accounts, each once, with amounts above nothing. */
  readonly shares: ReadonlyArray<Share>
  readonly isDirect: boolean
  readonly batchId: string
  readonly batchHash: string
  /** Locked from the parked XRD; what is not used stays there. */
  readonly fee: Amount
}

/** One batch, signed by the site's key alone. Its key is locked with the payment, so a second run moves nothing. */
export const parkedBatch = (given: ParkedBatch): Manifest => {
  const { batchHash, batchId, fee, isDirect, locker, parked, resource, shares } = given
  const sum = sumOf(shares)
  return Tree.manifest(
    call(parked, "lock_fee", Tree.decimal(fee)),
    withdraw(parked, resource, sum),
    take(resource, sum, "drop"),
    call(locker, "airdrop", sharesTerm(shares), Tree.bucket("drop"), Tree.bool(isDirect)),
    ...once(parked, `drop:${batchId}`, batchHash)
  )
}

export interface ParkedPayment {
  readonly parked: AccountAddress
  readonly resource: ResourceAddress
  readonly payee: AccountAddress
  readonly amount: Amount
  /** Locked on the parked account with the payment, so that a second one moves nothing. */
  readonly onceKey: string
  /** Of what is paid, to whom and why. */
  readonly digest: string
  /** Locked from the parked XRD; what is not used stays there. */
  readonly fee: Amount
}

/** One payment of a budget, signed by the site's key alone. An account that refuses deposits makes all of it fail. */
export const parkedPayment = ({ amount, digest, fee, onceKey, parked, payee, resource }: ParkedPayment): Manifest =>
  Tree.manifest(
    call(parked, "lock_fee", Tree.decimal(fee)),
    withdraw(parked, resource, amount),
    take(resource, amount, "payment"),
    give(payee, "payment"),
    ...once(parked, onceKey, digest)
  )

/** Amounts above nothing that go from the parked account to the treasury. */
export interface Return {
  readonly parked: AccountAddress
  readonly treasury: AccountAddress
  readonly amounts: ReadonlyArray<readonly [ResourceAddress, Amount]>
}

const returned = ({ amounts, parked, treasury }: Return): ReadonlyArray<Instruction> =>
  amounts.flatMap(([resource, amount], index) => [
    withdraw(parked, resource, amount),
    take(resource, amount, `rest${index}`),
    give(treasury, `rest${index}`)
  ])

/** By who opens the treasury, at any moment. */
export const takeParkedBack = ({ by, ...rest }: Return & { readonly by: Opener }): Manifest =>
  Tree.manifest(...proven(by), ...returned(rest))

/** By the site's key, when the plan is over. The fee is locked first, so `amounts` leaves it out. */
export const returnParked = ({ fee, ...rest }: Return & { readonly fee: Amount }): Manifest =>
  Tree.manifest(call(rest.parked, "lock_fee", Tree.decimal(fee)), ...returned(rest))
