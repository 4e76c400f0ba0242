/**
 * Redemption: the trio of 30-32 with the two resources exchanged. A holder gives units and must get their face value;
 * the treasury gives the sum and must get the units; the settler's root brings them together.
 */
import type { AccountAddress, ResourceAddress } from "../address"
import type { Amount } from "../amount"
import { ONE } from "../amount"
import type { Manifest } from "../manifest/Manifest"
import { batchOffer, order, settleBatch } from "./bondSeries"
import type { Admin } from "./pieces"

export interface RedeemedSeries {
  /** The series' resource. */
  readonly series: ResourceAddress
  readonly currency: ResourceAddress
  /** Of one unit. */
  readonly faceValue: Amount
}

const whole = (units: bigint): Amount => units * ONE

/** The holder's request: whole units for their face value. */
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

/** The treasury's side of a batch of requests, whose units it takes all together. */
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
