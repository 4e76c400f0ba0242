/** What the site's key is expected to spend on a series: measured on the local ledger, with room. Pure; XRD. */
import { lockFor, roundedUp } from "~/effects/treasury/settler/parkedFees"
import { type Amount, ONE } from "~/ledger/amount"
import { ORDERS } from "../limits"

const A_BATCH = (ONE * 3n) / 4n
const AN_ORDER = (ONE * 3n) / 10n
/** Of more orders the fees are not parked in advance; what is missing is sent to the parked account, or signed by hand. */
const MOST_ORDERS = 200

/** Of one batch of so many orders. */
export const feeOf = (orders: number): Amount => A_BATCH + AN_ORDER * BigInt(orders)

/** Of all batches, a tenth in reserve, and the return. `together`: orders that are settled in one batch, on average. */
export const feesOfAll = (expected: number, together: number): Amount => {
  const orders = Math.min(Math.max(1, expected), MOST_ORDERS)
  const batches = Math.ceil(orders / Math.min(together, ORDERS))
  const all = A_BATCH * BigInt(batches) + AN_ORDER * BigInt(orders)
  return roundedUp((all * 11n) / 10n) + 2n * lockFor(feeOf(Math.min(orders, ORDERS)), 0)
}
