/**
 * Bond series as fungible resources: issue, the treasury's offer of a batch, orders, and the root that settles them.
 */
import type { AccountAddress, ResourceAddress } from "../address"
import type { Amount } from "../amount"
import { ONE } from "../amount"
import { wellKnown } from "../entities"
import type { Instruction, Manifest, Term } from "../manifest/Manifest"
import * as Tree from "../manifest/Manifest"
import { type Opener, ownersOf, proven } from "./escrowAccount"
import {
  type Admin,
  allow,
  call,
  depositWorktop,
  give,
  giveWorktop,
  Meta,
  metadata,
  noRole,
  once,
  proofOfAdmin,
  role,
  take,
  takeAll,
  useChild,
  withdraw,
  yieldDown,
  yieldUp
} from "./snippets"

/** Orders that one transaction settles (docs/ledger.md). */
export const MAX_ORDERS = 20

export interface NewSeries {
  /** The issuer and owner of the resource; the owner can change only its picture. */
  readonly by: Opener
  readonly treasury: AccountAddress
  readonly communityName: string
  readonly seriesId: string
  readonly name: string
  readonly symbol: string
  readonly iconUrl: string
  /** Whole units. */
  readonly units: bigint
  readonly currency: ResourceAddress
  readonly faceValue: Amount
  readonly issuePrice: Amount
  /** Seconds since 1970. */
  readonly maturesAt: bigint
  /** Share of the face value per year, and the payment interval as in the terms. */
  readonly coupon?: { readonly rate: Amount; readonly every: string }
  readonly termsUrl: string
  /** SHA-256, hex. */
  readonly termsHash: string
}

export const issueSeries = (given: NewSeries): Manifest => {
  const { coupon, treasury } = given
  const couponTerms: ReadonlyArray<readonly [string, Term, boolean]> =
    coupon === undefined
      ? []
      : [
          ["coupon_rate", Meta.decimal(coupon.rate), true],
          ["coupon_every", Meta.text(coupon.every), true]
        ]
  return Tree.manifest(
    ...proven(given.by),
    Tree.instruction(
      "CREATE_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY",
      Tree.variant(1, ownersOf(given.by)),
      Tree.bool(true),
      Tree.u8(0),
      Tree.decimal(given.units * ONE),
      Tree.tuple(noRole, role(allow), noRole, noRole, noRole, noRole),
      metadata(
        ["name", Meta.text(given.name), true],
        ["symbol", Meta.text(given.symbol), true],
        ["description", Meta.text(`Bond of ${given.communityName}`), true],
        ["icon_url", Meta.url(given.iconUrl), false],
        ["tags", Meta.texts("bond"), true],
        ["dapp_definitions", Meta.addresses(Tree.address(treasury)), true],
        ["currency", Meta.address(Tree.address(given.currency)), true],
        ["face_value", Meta.decimal(given.faceValue), true],
        ["issue_price", Meta.decimal(given.issuePrice), true],
        ["matures_at", Meta.instant(given.maturesAt), true],
        ...couponTerms,
        ["terms_url", Meta.url(given.termsUrl), true],
        ["terms_hash", Meta.text(given.termsHash), true]
      ),
      Tree.none
    ),
    giveWorktop(treasury),
    ...once(treasury, `series:${given.seriesId}`, given.termsHash)
  )
}

/** The next call returns exactly this amount of one resource, and nothing else. */
const nextReturns = (resource: ResourceAddress, amount: Amount): Instruction =>
  Tree.instruction(
    "ASSERT_NEXT_CALL_RETURNS_ONLY",
    Tree.map("Address", "Enum", [Tree.address(resource), Tree.variant(1, Tree.decimal(amount))])
  )

/** What one side gives and what it must receive in return. */
export interface Exchange {
  readonly gives: { readonly resource: ResourceAddress; readonly amount: Amount }
  readonly gets: { readonly resource: ResourceAddress; readonly amount: Amount }
}

/** The treasury's side of a batch. With units and currency exchanged, its side of a redemption. */
export const batchOffer = ({
  admin,
  gets,
  gives,
  treasury
}: Exchange & { readonly admin: Admin; readonly treasury: AccountAddress }): Manifest =>
  Tree.manifest(
    proofOfAdmin(admin),
    withdraw(treasury, gives.resource, gives.amount),
    take(gives.resource, gives.amount, "units"),
    Tree.instruction("DROP_AUTH_ZONE_REGULAR_PROOFS"),
    nextReturns(gets.resource, gets.amount),
    yieldUp(Tree.bucket("units")),
    takeAll(gets.resource, "payments"),
    give(treasury, "payments"),
    yieldUp()
  )

/** A buyer's order; with units and currency exchanged, a holder's redemption request. */
export const order = ({ account, gets, gives }: Exchange & { readonly account: AccountAddress }): Manifest =>
  Tree.manifest(
    withdraw(account, gives.resource, gives.amount),
    take(gives.resource, gives.amount, "payment"),
    nextReturns(gets.resource, gets.amount),
    yieldUp(Tree.bucket("payment")),
    depositWorktop(account),
    yieldUp()
  )

/** What the orders of one transaction receive and pay. */
interface Delivery {
  /** In the order of their delivery, with the amount of `units` that each receives. */
  readonly orders: ReadonlyArray<{ readonly subintent: string; readonly amount: Amount }>
  /** The resources that the treasury gives and that the orders pay. */
  readonly units: ResourceAddress
  readonly payments: ResourceAddress
  readonly fee: Amount
}

/** The common part of the root, regardless of who gives the units: names the orders, collects their payments, and delivers. */
const delivering = ({ orders, payments, units }: Delivery) => {
  const each = orders.map(({ amount, subintent }, index) => ({ amount, subintent, number: index + 1 }))
  return {
    used: each.map(({ number, subintent }) => useChild(`order${number}`, subintent)),
    paid: [...each.map(({ number }) => yieldDown(`order${number}`)), takeAll(payments, "payments")],
    served: each.flatMap(({ amount, number }) => [
      take(units, amount, `units${number}`),
      yieldDown(`order${number}`, Tree.bucket(`units${number}`))
    ])
  }
}

export interface Settlement extends Delivery {
  readonly networkId: number
  /** The treasury's pre-authorization, `subtxid_…`. The fee is locked from the faucet (docs/ledger.md). */
  readonly treasury: string
}

export const settleBatch = (given: Settlement): Manifest => {
  const { paid, served, used } = delivering(given)
  return Tree.manifest(
    useChild("treasury", given.treasury),
    ...used,
    call(wellKnown("faucet", given.networkId), "lock_fee", Tree.decimal(given.fee)),
    yieldDown("treasury"),
    ...paid,
    yieldDown("treasury", Tree.bucket("payments")),
    ...served,
    Tree.instruction("ASSERT_WORKTOP_IS_EMPTY")
  )
}

export interface EscrowSettlement extends Delivery {
  /** Escrow account with the units, or the face values, and the fees. */
  readonly escrow: AccountAddress
  readonly treasury: AccountAddress
  readonly batchId: string
  readonly batchHash: string
}

/**
 * Like `settleBatch`, but signed only by the relayer key, which can spend from the escrow. What the orders pay goes to
 * the treasury.
 */
export const settleFromEscrow = (given: EscrowSettlement): Manifest => {
  const { batchHash, batchId, fee, orders, escrow, treasury, units } = given
  const { paid, served, used } = delivering(given)
  return Tree.manifest(
    ...used,
    call(escrow, "lock_fee", Tree.decimal(fee)),
    withdraw(
      escrow,
      units,
      orders.reduce((sum, { amount }) => sum + amount, 0n)
    ),
    ...paid,
    give(treasury, "payments"),
    ...served,
    Tree.instruction("ASSERT_WORKTOP_IS_EMPTY"),
    ...once(escrow, `settle:${batchId}`, batchHash)
  )
}
