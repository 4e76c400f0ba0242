/**
 * A treasury that opens for n of m keepers, with native blueprints (docs/ledger.md, 1.9). Its owner rule counts single
 * badges. All keepers but the last lend theirs by a pre-authorization that gets the badge back in the same transaction;
 * the last one's own pre-authorization is the payment; a root of the site joins them and pays the fee.
 *
 * A payment is bound to the last keeper's text. A loan is bound to the site's signature and to time, not to a payment:
 * who has n loans that live can spend anything, so no more than n - 1 may live at once.
 */
import type { AccountAddress, ResourceAddress } from "../address"
import type { Amount } from "../amount"
import { wellKnown } from "../entities"
import type { Instruction, Manifest } from "../manifest/Manifest"
import * as Tree from "../manifest/Manifest"
import type { KeyBadge } from "./parked"
import {
  type Admin,
  call,
  countOf,
  give,
  idItem,
  ids,
  keepWorktop,
  once,
  proofOfAdmin,
  requires,
  take,
  takeAll,
  useChild,
  withdraw,
  yieldDown,
  yieldUp
} from "./pieces"

export interface Keepers {
  readonly treasury: AccountAddress
  readonly badge: ResourceAddress
  /** Badges that count, as `#1#`. */
  readonly ids: ReadonlyArray<string>
  /** How many of them open it. */
  readonly needed: number
}

export const setRule = ({ badge, ids: keepers, needed, treasury }: Keepers): Instruction =>
  Tree.instruction("SET_OWNER_ROLE", Tree.address(treasury), countOf(needed, ...keepers.map((id) => idItem(badge, id))))

export const openedByOne = (treasury: AccountAddress, badge: ResourceAddress): Instruction =>
  Tree.instruction("SET_OWNER_ROLE", Tree.address(treasury), requires(Tree.address(badge)))

/** From one badge to n of m, by an admin of a treasury that one badge opens. */
export const guardTreasury = ({ admin, ...keepers }: Keepers & { readonly admin: Admin }): Manifest =>
  Tree.manifest(proofOfAdmin(admin), setRule(keepers))

/** A keeper's loan: the badge leaves for a parent that the site's key has signed, and must come back by the next call. */
export const lendBadge = ({ keeper, settler }: { readonly keeper: Admin; readonly settler: KeyBadge }): Manifest =>
  Tree.manifest(
    Tree.instruction("VERIFY_PARENT", countOf(1, idItem(settler.resource, settler.id))),
    call(keeper.account, "withdraw_non_fungibles", Tree.address(keeper.badge), ids(keeper.id)),
    takeAll(keeper.badge, "badge"),
    Tree.instruction(
      "ASSERT_NEXT_CALL_RETURNS_ONLY",
      Tree.map("Address", "Enum", [Tree.address(keeper.badge), Tree.variant(3, ids(keeper.id))])
    ),
    yieldUp(Tree.bucket("badge")),
    keepWorktop(keeper.account),
    yieldUp()
  )

/** What the last keeper signs: with the lent badges, exactly this. */
const withLoans = (keeper: Admin, ...does: ReadonlyArray<Instruction>): Manifest =>
  Tree.manifest(
    proofOfAdmin(keeper),
    yieldUp(),
    takeAll(keeper.badge, "lent"),
    Tree.instruction("CREATE_PROOF_FROM_BUCKET_OF_ALL", Tree.bucket("lent"), Tree.proof("lent")),
    Tree.instruction("PUSH_TO_AUTH_ZONE", Tree.proof("lent")),
    ...does,
    Tree.instruction("DROP_AUTH_ZONE_REGULAR_PROOFS"),
    yieldUp(Tree.bucket("lent"))
  )

export interface CouncilPayment {
  readonly keeper: Admin
  readonly treasury: AccountAddress
  readonly resource: ResourceAddress
  readonly amount: Amount
  readonly payee: AccountAddress
  /** Locked on the treasury with the payment. */
  readonly onceKey: string
  readonly digest: string
}

export const councilPayment = (given: CouncilPayment): Manifest =>
  withLoans(
    given.keeper,
    withdraw(given.treasury, given.resource, given.amount),
    take(given.resource, given.amount, "payment"),
    give(given.payee, "payment"),
    ...once(given.treasury, given.onceKey, given.digest)
  )

/** Any transaction of the treasury that is made without a proof of its own, as parking is for keepers. */
export const councilAct = (keeper: Admin, act: Manifest): Manifest => withLoans(keeper, ...act.instructions)

/** Back to any one admin badge, as the treasury was made: by n of those who keep it now. */
export const endCouncil = ({ badge, keeper, treasury }: Omit<Keepers, "ids" | "needed"> & { readonly keeper: Admin }) =>
  withLoans(keeper, openedByOne(treasury, badge))

/** Other keepers, or another number of them: by n of those who keep it now. */
export const councilRule = ({ keeper, ...keepers }: Keepers & { readonly keeper: Admin }): Manifest =>
  withLoans(keeper, setRule(keepers))

export interface CouncilRoot {
  readonly networkId: number
  readonly badge: ResourceAddress
  /** The last keeper's pre-authorization, `subtxid_…`. */
  readonly payer: string
  readonly lenders: ReadonlyArray<{ readonly subintent: string; readonly id: string }>
  /** Locked from the faucet (docs/ledger.md, 0.3). */
  readonly fee: Amount
}

/** Signed by the site's key. */
export const councilRoot = ({ badge, fee, lenders, networkId, payer }: CouncilRoot): Manifest => {
  const takeId = (id: string, name: string) =>
    Tree.instruction("TAKE_NON_FUNGIBLES_FROM_WORKTOP", Tree.address(badge), ids(id), Tree.bucket(name))
  const each = lenders.map(({ id, subintent }, index) => ({ id, subintent, name: `lender${index + 1}` }))
  return Tree.manifest(
    useChild("payer", payer),
    ...each.map(({ name, subintent }) => useChild(name, subintent)),
    call(wellKnown("faucet", networkId), "lock_fee", Tree.decimal(fee)),
    yieldDown("payer"),
    ...each.map(({ name }) => yieldDown(name)),
    takeAll(badge, "badges"),
    yieldDown("payer", Tree.bucket("badges")),
    ...each.flatMap(({ id, name }) => [takeId(id, `${name}_badge`), yieldDown(name, Tree.bucket(`${name}_badge`))]),
    Tree.instruction("ASSERT_WORKTOP_IS_EMPTY")
  )
}
