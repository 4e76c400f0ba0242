/**
 * Escrow: an admin, or the signers of a multisig treasury, move the money for one plan into an account created for it
 * with one transaction, and the site's relayer key pays from there, batch by batch (docs/ledger.md).
 *
 * The relayer key can send what is in escrow to other accounts, and nothing else. The plan's hash is locked on the
 * account, so that anyone with the plan can detect a payment that differs from it.
 */
import type { AccountAddress, LockerAddress, ResourceAddress } from "../address"
import type { Amount } from "../amount"
import { wellKnown } from "../entities"
import type { Instruction, Manifest, Term } from "../manifest/Manifest"
import * as Tree from "../manifest/Manifest"
import { type Share, sharesTerm, sumOf } from "./shares"
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
  seatItem,
  setMetadata,
  take,
  withdraw
} from "./snippets"

/** Badge of a signature: the resource of its curve, and the key's hash as a local id. */
export interface KeyBadge {
  readonly resource: string
  readonly id: string
}

/** Signers who spend from a treasury together: their request includes their proofs (`council.ts`). */
export interface Together {
  readonly badge: ResourceAddress
  /** For example `#1#`; or only keys, by the global ids of their badges. */
  readonly ids: ReadonlyArray<string>
  readonly needed: number
}
/** Who controls the treasury, and may withdraw what is in escrow. */
export type Opener = Admin | Together
const areTogether = (by: Opener): by is Together => "needed" in by

export interface EscrowPlan {
  readonly networkId: number
  readonly by: Opener
  readonly treasury: AccountAddress
  /** Signature badge of the relayer key. */
  readonly relayer: KeyBadge
  readonly resource: ResourceAddress
  /** Total that the plan pays. */
  readonly total: Amount
  /** XRD for the fees of its batches. */
  readonly fees: Amount
  /** Idempotency key, locked on the treasury with the account's address, so that a plan is funded only once. */
  readonly idempotencyKey: string
  /** Hash of the rows, amounts and batches. */
  readonly digest: string
  readonly siteOrigin: string
  /** Last day of payments, as 2027-11-24; absent for a plan without a period. */
  readonly until?: string
}

export interface PayoutEscrow extends EscrowPlan {
  /** Locker through which earlier runs were paid with the same key; absent: a new one is created. */
  readonly locker?: LockerAddress
}

const ESCROW = Tree.namedAddress("parked")
const PAYOUTS = Tree.namedAddress("payouts")

const lockedKey = (key: string, given: Term): ReadonlyArray<Instruction> => [
  setMetadata(ESCROW, key, given),
  Tree.instruction("LOCK_METADATA", ESCROW, Tree.text(key))
]

const signerItems = ({ badge, ids }: Together) => ids.map((id) => seatItem(badge, id))
/** Rule for those who control the treasury. */
export const ownersOf = (by: Opener): Term =>
  areTogether(by) ? countOf(by.needed, ...signerItems(by)) : requires(Tree.address(by.badge))
/** Rule for them or the relayer key. */
const eitherOf = ({ by, relayer }: Pick<EscrowPlan, "by" | "relayer">): Term => {
  const key = idItem(relayer.resource, relayer.id)
  return areTogether(by) ? countOfOr(by.needed, signerItems(by), key) : anyOf(badgeItem(by.badge), key)
}
/** Instructions that create the proofs of signers who sign together. */
export const proven = (by: Opener): ReadonlyArray<Instruction> => (areTogether(by) ? [] : [proofOfAdmin(by)])

/**
 * Locker from which those who control the treasury can recover unclaimed money; nobody can change who stores. It names
 * the community's account.
 */
const payoutsLocker = (given: PayoutEscrow): ReadonlyArray<Instruction> => [
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

/** Withdrawals from the treasury: the plan's token and the fees, combined if the token is XRD. */
const withdrawals = ({ fees, networkId, resource, total, treasury }: EscrowPlan): ReadonlyArray<Instruction> => {
  const xrd = wellKnown("xrd", networkId)
  if (resource === xrd) return [withdraw(treasury, xrd, total + fees)]
  return [withdraw(treasury, resource, total), withdraw(treasury, xrd, fees)]
}

/** Proves the admin, creates the account with both owners, writes its purpose into its metadata, and funds it. */
const filled = (given: EscrowPlan): ReadonlyArray<Instruction> => {
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
    giveWorktop(ESCROW)
  ]
}

export const moveToEscrow = (given: PayoutEscrow): Manifest => {
  const { locker, networkId, idempotencyKey, treasury } = given
  return Tree.manifest(
    ...(locker === undefined ? [allocate(networkId, "lockerPackage", "AccountLocker", "payouts")] : []),
    ...filled(given),
    ...(locker === undefined ? payoutsLocker(given) : []),
    ...once(treasury, idempotencyKey, Meta.address(ESCROW))
  )
}

/**
 * Funds the escrow of a sale with units, of a redemption with face values, of a budget with its sum. Without a locker,
 * because nobody claims from these.
 */
export const fundForSwaps = (given: EscrowPlan): Manifest =>
  Tree.manifest(...filled(given), ...once(given.treasury, given.idempotencyKey, Meta.address(ESCROW)))

export interface EscrowBatch {
  readonly escrow: AccountAddress
  readonly locker: LockerAddress
  readonly resource: ResourceAddress
  /** Accounts, each once, with amounts above zero. */
  readonly shares: ReadonlyArray<Share>
  readonly isDirect: boolean
  readonly batchId: string
  readonly batchHash: string
  /** Locked from the XRD in escrow; what is not used stays there. */
  readonly fee: Amount
}

/**
 * One batch, signed only by the relayer key. Its idempotency key is locked with the payment, so that a second run moves
 * nothing.
 */
export const escrowBatch = (given: EscrowBatch): Manifest => {
  const { batchHash, batchId, fee, isDirect, locker, escrow, resource, shares } = given
  const sum = sumOf(shares)
  return Tree.manifest(
    call(escrow, "lock_fee", Tree.decimal(fee)),
    withdraw(escrow, resource, sum),
    take(resource, sum, "drop"),
    call(locker, "airdrop", sharesTerm(shares), Tree.bucket("drop"), Tree.bool(isDirect)),
    ...once(escrow, `drop:${batchId}`, batchHash)
  )
}

export interface EscrowPayment {
  readonly escrow: AccountAddress
  readonly resource: ResourceAddress
  readonly payee: AccountAddress
  readonly amount: Amount
  /** Idempotency key, locked on the escrow account with the payment, so that a second one moves nothing. */
  readonly idempotencyKey: string
  /** Hash of what is paid, to whom and why. */
  readonly digest: string
  /** Locked from the XRD in escrow; what is not used stays there. */
  readonly fee: Amount
}

/** One payment of a budget, signed only by the relayer key. Fails as a whole if the account refuses the deposit. */
export const escrowPaymentOf = ({
  amount,
  digest,
  fee,
  idempotencyKey,
  escrow,
  payee,
  resource
}: EscrowPayment): Manifest =>
  Tree.manifest(
    call(escrow, "lock_fee", Tree.decimal(fee)),
    withdraw(escrow, resource, amount),
    take(resource, amount, "payment"),
    give(payee, "payment"),
    ...once(escrow, idempotencyKey, digest)
  )

/** Amounts above zero that go from the escrow account to the treasury. */
export interface Return {
  readonly escrow: AccountAddress
  readonly treasury: AccountAddress
  readonly amounts: ReadonlyArray<readonly [ResourceAddress, Amount]>
}

const returned = ({ amounts, escrow, treasury }: Return): ReadonlyArray<Instruction> =>
  amounts.flatMap(([resource, amount], index) => [
    withdraw(escrow, resource, amount),
    take(resource, amount, `rest${index}`),
    give(treasury, `rest${index}`)
  ])

/** Withdrawal by those who control the treasury, possible at any time. */
export const withdrawEscrow = ({ by, ...rest }: Return & { readonly by: Opener }): Manifest =>
  Tree.manifest(...proven(by), ...returned(rest))

/** Refund by the relayer key when the plan is over. The fee is locked first, so `amounts` excludes it. */
export const refundEscrow = ({ fee, ...rest }: Return & { readonly fee: Amount }): Manifest =>
  Tree.manifest(call(rest.escrow, "lock_fee", Tree.decimal(fee)), ...returned(rest))
