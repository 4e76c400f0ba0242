/** The transaction of a batch: what the treasury gives goes to the orders, what they give to the treasury. Pure. */
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { unsignedPart } from "~/effects/treasury/settler/unsignedPart"
import { type AccountAddress, type Admin, amountOf, formatAmount, ONE, Templates } from "~/ledger/index"
import { batchManifest, exchangeOf, type OnLedgerSeries } from "./manifests"
import type { Direction, Order } from "./Order"

/** Locked from the faucet for one batch; what is not used goes back. */
export const FEE = 10n * 10n ** 18n

/** The treasury's side of a batch, and the badge it is opened with. */
export interface Side {
  readonly admin: Admin
  readonly treasury: AccountAddress
}

/** Units and money of some orders together. */
export const totalsOf = (orders: ReadonlyArray<Pick<Order, "units" | "total">>) => ({
  units: orders.reduce((sum, { units }) => sum + units, 0),
  amount: formatAmount(orders.reduce((sum, { total }) => sum + amountOf(total), 0n))
})

/** The root that brings the signed parts together. `treasuryHash` names the treasury's part. */
export const rootOf = (
  series: OnLedgerSeries,
  direction: Direction,
  treasuryHash: string,
  orders: ReadonlyArray<Order>
) => {
  const { gets, gives } = exchangeOf(series, { direction, units: 1, total: formatAmount(ONE) })
  return Templates.settleBatch({
    networkId: NETWORK_ID,
    treasury: treasuryHash,
    orders: orders.map((order) => ({
      subintent: order.subintentHash ?? "",
      amount: exchangeOf(series, order).gets.amount
    })),
    units: gets.resource,
    payments: gives.resource,
    fee: FEE
  })
}

/** The treasury's part as it will be, without a signature. */
export const unsigned = (
  series: OnLedgerSeries,
  direction: Direction,
  orders: ReadonlyArray<Order>,
  side: Side,
  epoch: number
) => unsignedPart(batchManifest(series, { direction, ...totalsOf(orders) }, side.admin, side.treasury), epoch)
