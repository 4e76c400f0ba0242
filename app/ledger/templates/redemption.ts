/**
 * Redemption: templates 30-32 with the two resources exchanged. A holder gives units and must receive their face value;
 * the treasury gives the sum and must receive the units; the relayer's root combines them.
 */
import type { AccountAddress, ResourceAddress } from "../address"
import type { Amount } from "../amount"
import { ONE } from "../amount"
import type { Manifest } from "../manifest/Manifest"
import { batchOffer, order, settleBatch } from "./bondSeries"
import type { Admin } from "./snippets"

export interface RedeemedSeries {
  /** Resource of the series. */
  readonly series: ResourceAddress
  readonly currency: ResourceAddress
  /** Per unit. */
  readonly faceValue: Amount
}

const whole = (units: bigint): Amount => units * ONE

/** A holder's redemption request: whole units for their face value. */
export const redemptionOrder = ({
  account,
  currency,
  faceValue,
  series,
  units
}: RedeemedSeries & { readonly account: AccountAddress; readonly units: bigint }): Manifest =>
  order({
    account,
    gives: { resource: series, amount: whole(units) },
    gets: { resource: currency, amount: units * faceValue }
  })

/** The treasury's side of a batch of requests; it receives all their units together. */
export const redemptionOffer = ({
  admin,
  currency,
  faceValue,
  series,
  treasury,
  units
}: RedeemedSeries & { readonly admin: Admin; readonly treasury: AccountAddress; readonly units: bigint }): Manifest =>
  batchOffer({
    admin,
    treasury,
    gives: { resource: currency, amount: units * faceValue },
    gets: { resource: series, amount: whole(units) }
  })

export interface RedemptionBatch extends RedeemedSeries {
  readonly networkId: number
  /** The treasury's pre-authorization, `subtxid_…`. */
  readonly treasury: string
  /** At most `MAX_ORDERS`. */
  readonly requests: ReadonlyArray<{ readonly subintent: string; readonly units: bigint }>
  readonly fee: Amount
}

export const settleRedemption = ({
  currency,
  faceValue,
  fee,
  networkId,
  requests,
  series,
  treasury
}: RedemptionBatch): Manifest =>
  settleBatch({
    networkId,
    treasury,
    orders: requests.map(({ subintent, units }) => ({ subintent, amount: units * faceValue })),
    units: currency,
    payments: series,
    fee
  })
