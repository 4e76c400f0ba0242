/** Fees that the relayer is expected to spend on a series: measured on the local ledger, with a margin. Pure; XRD. */
import { lockFor, roundedUp } from "~/effects/treasury/relayer/fees"
import { type Amount, ONE } from "~/ledger/amount"
import { ORDERS } from "../limits"

const A_BATCH = (ONE * 3n) / 4n
const AN_ORDER = (ONE * 3n) / 10n
/** Fees go into escrow for this many orders; for more, someone sends XRD to the escrow account or signs by hand. */
const MOST_ORDERS = 200

/** Fee of one batch of this many orders. */
export const feeOf = (orders: number): Amount => A_BATCH + AN_ORDER * BigInt(orders)

/** Fees of all batches and the return, plus a tenth. `together`: average number of orders in a batch. */
export const feesOfAll = (expected: number, together: number): Amount => {
  const orders = Math.min(Math.max(1, expected), MOST_ORDERS)
  const batches = Math.ceil(orders / Math.min(together, ORDERS))
  const all = A_BATCH * BigInt(batches) + AN_ORDER * BigInt(orders)
  return roundedUp((all * 11n) / 10n) + 2n * lockFor(feeOf(Math.min(orders, ORDERS)), 0)
}
