/** Treasury transactions of admins (02, 03, 07, 10, 22, 27), claims of members (08), and the faucet (26). */
import type { AccountAddress, LockerAddress, ResourceAddress } from "../address"
import type { Amount } from "../amount"
import { wellKnown } from "../entities"
import type { Manifest } from "../manifest/Manifest"
import * as Tree from "../manifest/Manifest"
import { badgeData } from "./deployCommunity"
import { type Share, sharesTerm, sumOf } from "./shares"
import {
  type Admin,
  call,
  depositWorktop,
  give,
  giveWorktop,
  ids,
  Meta,
  once,
  proofOfAdmin,
  setMetadata,
  take,
  takeAll,
  withdraw
} from "./snippets"

interface ByAdmin {
  readonly admin: Admin
  readonly treasury: AccountAddress
}

export interface NewAdmin {
  readonly admin: Admin
  /** Recipient of the badge, and its number as `#2#`. */
  readonly account: AccountAddress
  readonly id: string
  readonly name: string
  readonly role: string
  readonly iconUrl: string
}

export const addAdmin = ({ account, admin, iconUrl, id, name, role }: NewAdmin): Manifest =>
  Tree.manifest(
    proofOfAdmin(admin),
    Tree.instruction(
      "MINT_NON_FUNGIBLE",
      Tree.address(admin.badge),
      Tree.map("NonFungibleLocalId", "Tuple", [Tree.localId(id), badgeData(name, role, iconUrl)])
    ),
    takeAll(admin.badge, "badge"),
    give(account, "badge")
  )

/** Moves an admin's own badge to another account, which then controls the treasury in their place. */
export const passBadge = ({ account, admin }: { readonly admin: Admin; readonly account: AccountAddress }): Manifest =>
  Tree.manifest(
    call(admin.account, "withdraw_non_fungibles", Tree.address(admin.badge), ids(admin.id)),
    takeAll(admin.badge, "badge"),
    give(account, "badge")
  )

/** Most accounts that one transaction pays: at worst four of 256 events each (docs/ledger.md). */
export const MAX_RECIPIENTS = 40

export interface Airdrop extends ByAdmin {
  readonly locker: LockerAddress
  readonly resource: ResourceAddress
  /** Accounts, each once, with amounts above zero. */
  readonly shares: ReadonlyArray<Share>
  /** Directly into accounts that accept it; otherwise everything is stored to be claimed. */
  readonly isDirect: boolean
  readonly batchId: string
  readonly batchHash: string
}

/** The treasury pays exactly the sum of the shares, so nothing is left over. */
export const airdrop = (given: Airdrop): Manifest => {
  const sum = sumOf(given.shares)
  return Tree.manifest(
    proofOfAdmin(given.admin),
    withdraw(given.treasury, given.resource, sum),
    take(given.resource, sum, "drop"),
    call(given.locker, "airdrop", sharesTerm(given.shares), Tree.bucket("drop"), Tree.bool(given.isDirect)),
    ...once(given.treasury, `drop:${given.batchId}`, given.batchHash)
  )
}

export interface LockerAmount {
  readonly locker: LockerAddress
  readonly account: AccountAddress
  readonly resource: ResourceAddress
  readonly amount: Amount
}

export const claim = ({ account, amount, locker, resource }: LockerAmount): Manifest =>
  Tree.manifest(
    call(locker, "claim", Tree.address(account), Tree.address(resource), Tree.decimal(amount)),
    depositWorktop(account)
  )

export const recoverUnclaimed = ({
  account,
  admin,
  amount,
  locker,
  resource,
  treasury
}: ByAdmin & LockerAmount): Manifest =>
  Tree.manifest(
    proofOfAdmin(admin),
    call(locker, "recover", Tree.address(account), Tree.address(resource), Tree.decimal(amount)),
    takeAll(resource, "back"),
    give(treasury, "back")
  )

export interface Payment extends ByAdmin {
  readonly resource: ResourceAddress
  readonly amount: Amount
  readonly payee: AccountAddress
  readonly proposalId: string
  readonly proposalHash: string
}

export const executePayment = ({
  admin,
  amount,
  payee,
  proposalHash,
  proposalId,
  resource,
  treasury
}: Payment): Manifest =>
  Tree.manifest(
    proofOfAdmin(admin),
    withdraw(treasury, resource, amount),
    take(resource, amount, "payment"),
    give(payee, "payment"),
    ...once(treasury, `proposal:${proposalId}`, `executed:${proposalHash}`)
  )

/** Replaces the whole list: entities that are not in it are no longer claimed. */
export const setClaimedEntities = ({
  admin,
  entities,
  treasury
}: ByAdmin & { readonly entities: ReadonlyArray<string> }): Manifest =>
  Tree.manifest(
    proofOfAdmin(admin),
    setMetadata(treasury, "claimed_entities", Meta.addresses(...entities.map(Tree.address)))
  )

export const fromFaucet = (account: AccountAddress, networkId: number): Manifest =>
  Tree.manifest(call(wellKnown("faucet", networkId), "free"), giveWorktop(account))
