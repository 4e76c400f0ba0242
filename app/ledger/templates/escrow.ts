/**
 * A payment that waits for n approvals (docs/ledger.md, templates 23 to 25). Its money lies in an account of its own, which
 * opens for whoever holds n of the approval tokens made for it; each keeper has one, and approves by sending it to the
 * payee. Any wallet can do this, one keeper after the other.
 *
 * It guards this one payment. The treasury itself still opens for one admin badge.
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
} from "./pieces"

export interface Escrow {
  readonly networkId: number
  readonly admin: Admin
  readonly treasury: AccountAddress
  readonly resource: ResourceAddress
  readonly amount: Amount
  /** Accounts that get one approval each; the admin's own may be one of them. */
  readonly keepers: ReadonlyArray<AccountAddress>
  /** So many approvals open it; fewer than there are keepers, or one lost wallet locks the money for ever. */
  readonly needed: number
  /** What the approval token is called in wallets. */
  readonly name: string
  /** Of the payment, locked on the token. */
  readonly digest: string
  /** Locked on the treasury with the escrow's address. */
  readonly onceKey: string
}

const APPROVAL = Tree.namedAddress("approval")
const ESCROW = Tree.namedAddress("escrow")

/** Whole tokens that everybody may burn and nobody make more of. */
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

/** Template 23: sets the payment aside and hands the approvals out, by an admin. */
export const escrowPayment = (given: Escrow): Manifest => {
  const { admin, amount, keepers, needed, networkId, onceKey, resource, treasury } = given
  const others = keepers.filter((keeper) => keeper !== admin.account)
  return Tree.manifest(
    allocate(networkId, "resourcePackage", "FungibleResourceManager", "approval"),
    allocate(networkId, "accountPackage", "Account", "escrow"),
    proofOfAdmin(admin),
    createApprovals(given),
    Tree.instruction("CREATE_ACCOUNT_ADVANCED", Tree.variant(1, opensFor(needed)), reserved("escrow")),
    // A resource that has no address yet cannot be taken from the worktop by name: they pass through the admin's account.
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
  /** The payee; to say no, an account of the treasury's admin. */
  readonly to: AccountAddress
}

/** Template 24: one keeper's yes, or no. */
export const approveEscrow = ({ approval, keeper, to }: Approval): Manifest =>
  Tree.manifest(withdraw(keeper, approval, ONE), take(approval, ONE, "approval"), give(to, "approval"))

export interface Taking {
  /** Who holds the approvals. */
  readonly holder: AccountAddress
  readonly approval: ResourceAddress
  readonly needed: number
  readonly escrow: AccountAddress
  readonly resource: ResourceAddress
  readonly amount: Amount
  /** Where the money goes: the holder itself, or back to the treasury. */
  readonly to: AccountAddress
}

/** Template 25: takes the money out with n approvals, and burns them. */
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
