/**
 * A payment that needs n approvals (docs/ledger.md, templates 23 to 25). Its money is in an account of its own that
 * anyone with n of its approval tokens can spend from; each signer has one, and approves by sending it to the payee.
 * Any wallet can do this, one signer after the other.
 *
 * It protects only this payment; one admin badge can still spend from the treasury itself.
 */
import type { AccountAddress, ResourceAddress } from "../address"
import { type Amount, ONE } from "../amount"
import type { Instruction, Manifest, Term } from "../manifest/Manifest"
import * as Tree from "../manifest/Manifest"
import {
  type Admin,
  allocate,
  allow,
  call,
  give,
  giveWorktop,
  keepWorktop,
  Meta,
  metadata,
  noRole,
  once,
  proofOfAdmin,
  protectedBy,
  reserved,
  role,
  take,
  withdraw
} from "./snippets"

export interface Escrow {
  readonly networkId: number
  readonly admin: Admin
  readonly treasury: AccountAddress
  readonly resource: ResourceAddress
  readonly amount: Amount
  /** Accounts that get one approval token each; the admin's own may be one of them. */
  readonly keepers: ReadonlyArray<AccountAddress>
  /**
   * Required approvals; fewer than there are signers, because otherwise one lost wallet would lock the money forever.
   */
  readonly needed: number
  /** Name of the approval token in wallets. */
  readonly name: string
  /** Hash of the payment, locked on the token. */
  readonly digest: string
  /** Idempotency key, locked on the treasury with the escrow's address. */
  readonly onceKey: string
}

const APPROVAL = Tree.namedAddress("approval")
const ESCROW = Tree.namedAddress("escrow")

/** Indivisible tokens that anyone may burn and nobody can mint. */
const createApprovals = ({ digest, keepers, name, treasury }: Escrow): Instruction =>
  Tree.instruction(
    "CREATE_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY",
    Tree.variant(0),
    Tree.bool(true),
    Tree.u8(0),
    Tree.decimal(BigInt(keepers.length) * ONE),
    Tree.tuple(noRole, role(allow), noRole, noRole, noRole, noRole),
    metadata(
      ["name", Meta.text(name), true],
      ["proposal_hash", Meta.text(digest), true],
      ["dapp_definitions", Meta.addresses(Tree.address(treasury)), true]
    ),
    reserved("approval")
  )

const opensFor = (needed: number): Term => protectedBy(Tree.variant(1, Tree.decimal(BigInt(needed) * ONE), APPROVAL))

/** Template 23: an admin sets the payment aside and distributes the approval tokens. */
export const escrowPayment = (given: Escrow): Manifest => {
  const { admin, amount, keepers, needed, networkId, onceKey, resource, treasury } = given
  const others = keepers.filter((keeper) => keeper !== admin.account)
  return Tree.manifest(
    allocate(networkId, "resourcePackage", "FungibleResourceManager", "approval"),
    allocate(networkId, "accountPackage", "Account", "escrow"),
    proofOfAdmin(admin),
    createApprovals(given),
    Tree.instruction("CREATE_ACCOUNT_ADVANCED", Tree.variant(1, opensFor(needed)), reserved("escrow")),
    // A resource without an address yet cannot be taken from the worktop by name, so the tokens pass through the
    // admin's account.
    keepWorktop(admin.account),
    ...others.flatMap((keeper) => [call(admin.account, "withdraw", APPROVAL, Tree.decimal(ONE)), giveWorktop(keeper)]),
    withdraw(treasury, resource, amount),
    giveWorktop(ESCROW),
    ...once(treasury, onceKey, Meta.address(ESCROW))
  )
}

export interface Approval {
  readonly keeper: AccountAddress
  readonly approval: ResourceAddress
  /** The payee; to reject, an account of the treasury's admin. */
  readonly to: AccountAddress
}

/** Template 24: one signer approves or rejects. */
export const approveEscrow = ({ approval, keeper, to }: Approval): Manifest =>
  Tree.manifest(withdraw(keeper, approval, ONE), take(approval, ONE, "approval"), give(to, "approval"))

export interface Taking {
  /** Holder of the approval tokens. */
  readonly holder: AccountAddress
  readonly approval: ResourceAddress
  readonly needed: number
  readonly escrow: AccountAddress
  readonly resource: ResourceAddress
  readonly amount: Amount
  /** Recipient of the money: the holder itself, or the treasury. */
  readonly to: AccountAddress
}

/** Template 25: withdraws the money with n approval tokens, and burns them. */
export const takeEscrow = ({ amount, approval, escrow, holder, needed, resource, to }: Taking): Manifest => {
  const approvals = BigInt(needed) * ONE
  return Tree.manifest(
    call(holder, "create_proof_of_amount", Tree.address(approval), Tree.decimal(approvals)),
    withdraw(escrow, resource, amount),
    Tree.instruction("DROP_AUTH_ZONE_REGULAR_PROOFS"),
    take(resource, amount, "money"),
    give(to, "money"),
    call(holder, "burn", Tree.address(approval), Tree.decimal(approvals))
  )
}
