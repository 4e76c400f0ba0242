/** The transaction of a batch: what the treasury gives goes to the orders, what they give to the treasury. Pure. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { unsignedPart } from "~/effects/treasury/settler/unsignedPart"
import { type AccountAddress, type Admin, type Amount, amountOf, formatAmount, ONE, Templates } from "~/ledger/index"
import { batchManifest, exchangeOf, type OnLedgerSeries } from "./manifests"
import type { Direction, Order } from "./Order"

/** Locked from the faucet for one batch; what is not used goes back. */
export const FEE = 10n * 10n ** 18n

/** The treasury's side of a batch, and the badge it is opened with. */
export interface SignedSide {
  readonly admin: Admin
  readonly treasury: AccountAddress
}

/** The same where the site's key gives from what is parked; what orders give goes to the treasury. */
export interface ParkedSide {
  readonly parking: string
  readonly parked: AccountAddress
  readonly treasury: AccountAddress
  /** Keepers parked it, who sign no batch by hand. */
  readonly isKept: boolean
  /** XRD locked for a batch of so many orders. */
  readonly lock: (orders: number) => Amount
}

export type Side = SignedSide | ParkedSide
export const isParkedSide = (side: Side): side is ParkedSide => "parked" in side

/** Units and money of some orders together. */
export const totalsOf = (orders: ReadonlyArray<Pick<Order, "units" | "total">>) => ({
  units: orders.reduce((sum, { units }) => sum + units, 0),
  amount: formatAmount(orders.reduce((sum, { total }) => sum + amountOf(total), 0n))
})

/** Who gets what of which, and what comes back for it. */
const deliveryOf = (series: OnLedgerSeries, direction: Direction, orders: ReadonlyArray<Order>) => {
  const { gets, gives } = exchangeOf(series, { direction, units: 1, total: formatAmount(ONE) })
  return {
    orders: orders.map((order) => ({
      subintent: order.subintentHash ?? "",
      amount: exchangeOf(series, order).gets.amount
    })),
    units: gets.resource,
    payments: gives.resource
  }
}

/** The root that brings the signed parts together. `treasuryHash` names the treasury's part. */
export const rootOf = (
  series: OnLedgerSeries,
  direction: Direction,
  treasuryHash: string,
  orders: ReadonlyArray<Order>
) => {
  return Templates.settleBatch({
    networkId: NETWORK_ID,
    treasury: treasuryHash,
    ...deliveryOf(series, direction, orders),
    fee: FEE
  })
}

/** Whoever knows the orders can recompute it: stands beside the batch's once-only key. */
const hashOf = (orders: ReadonlyArray<Order>): string =>
  bytesToHex(sha256(utf8ToBytes(orders.map(({ subintentHash }) => subintentHash ?? "").join("\n"))))

/** The root by the site's key alone, from what is parked. */
export const parkedRootOf = (
  series: OnLedgerSeries,
  direction: Direction,
  { lock, parked, treasury }: ParkedSide,
  orders: ReadonlyArray<Order>,
  batchId: string
) => {
  return Templates.settleParked({
    parked,
    treasury,
    ...deliveryOf(series, direction, orders),
    fee: lock(orders.length),
    batchId,
    batchHash: hashOf(orders)
  })
}

/** The treasury's part as it will be, without a signature. */
export const unsigned = (
  series: OnLedgerSeries,
  direction: Direction,
  orders: ReadonlyArray<Order>,
  side: SignedSide,
  epoch: number
) => unsignedPart(batchManifest(series, { direction, ...totalsOf(orders) }, side.admin, side.treasury), epoch)
