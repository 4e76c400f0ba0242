/** Manifests that wallets sign for a series: templates 29 to 32 of docs/ledger.md, and the same in reverse. Pure. */
import { NETWORK_ID } from "~/effects/base/settings/networks"
import {
  type AccountAddress,
  type Admin,
  type AmountText,
  amountOf,
  type Exchange,
  type Manifest,
  ONE,
  type ResourceAddress,
  Templates
} from "~/ledger/index"
import { symbolOf } from "./codes"
import type { Batch, Direction, Order } from "./Order"
import type { Series } from "./Series"
import { delayMinutes, promisedFrom, securityOf } from "./secured/secured"
import { planOf } from "./terms"

/** A series that is on the ledger. */
export type OnLedgerSeries = Series & { readonly bondResource: ResourceAddress }

export const isOnLedger = (series: Series): series is OnLedgerSeries => series.bondResource !== null

/** Kind of the transaction that issues a series, and its idempotency key as locked on the treasury. */
export const ISSUE_KIND = "bond-series"
export const issueKey = (seriesId: string): string => `series:${seriesId}`

interface Issue {
  readonly series: Series
  readonly digest: string
  readonly by: Templates.Opener
  readonly treasury: AccountAddress
  readonly communityName: string
  readonly iconUrl: string
  readonly termsUrl: string
  /** The ledger's time, from which the delay of secured bonds counts. */
  readonly ledgerTime: number
}

export const issueManifest = ({ digest, ledgerTime, series, ...place }: Issue): Manifest => {
  const { coupon, faceValue, issuePrice, maturesAt } = planOf(series)
  const terms = {
    ...place,
    seriesId: series.id,
    name: `${series.code} ${series.name}`.slice(0, 100),
    symbol: symbolOf(series.code),
    units: BigInt(series.units),
    currency: series.currency,
    faceValue,
    issuePrice,
    maturesAt: BigInt(Math.floor(maturesAt / 1000)),
    termsHash: digest
  }
  const security = securityOf(series)
  if (security === null) {
    // The ledger stores a fraction of the face value, the terms a percentage.
    const rate = coupon === null ? {} : { coupon: { rate: coupon.ratePct / 100n, every: coupon.every } }
    return Templates.issueSeries({ ...terms, ...rate })
  }
  const { amount, resource } = security
  const delay = delayMinutes(promisedFrom(maturesAt, security), ledgerTime)
  const collateral = { resource, amount: amountOf(amount), delayMinutes: delay }
  return Templates.issueSecured({ ...terms, networkId: NETWORK_ID, collateral })
}

const whole = (units: number) => BigInt(units) * ONE

/** What the account gives and gets: money for units in a sale, units for money afterwards. */
export const exchangeOf = (
  { bondResource, currency }: OnLedgerSeries,
  { direction, total, units }: Pick<Order, "direction" | "total" | "units">
): Exchange => {
  const bond = { resource: bondResource, amount: whole(units) }
  const money = { resource: currency, amount: amountOf(total) }
  return direction === "buy" ? { gives: money, gets: bond } : { gives: bond, gets: money }
}

export const orderManifest = (
  series: OnLedgerSeries,
  order: Pick<Order, "account" | "direction" | "total" | "units">
): Manifest => Templates.order({ account: order.account, ...exchangeOf(series, order) })

/** The amount of one unit: its price, or its face value. */
export const perUnit = (series: Series, direction: Direction): AmountText =>
  direction === "buy" ? series.issuePrice : series.faceValue

/** The treasury's side of a batch: what all its orders ask for, against what they give. */
export const batchManifest = (
  series: OnLedgerSeries,
  { amount, direction, units }: Pick<Batch, "direction" | "units" | "amount">,
  admin: Admin,
  treasury: AccountAddress
): Manifest => {
  const { gets, gives } = exchangeOf(series, { direction, units, total: amount })
  return Templates.batchOffer({ admin, treasury, gives: gets, gets: gives })
}
