/** What goes into escrow for a series. Pure. */
import { lockFor, roundedUp } from "~/effects/treasury/relayer/fees"
import { type Amount, ONE } from "~/ledger/amount"
import { amountOf, formatAmount } from "~/ledger/index"
import { ORDERS } from "../limits"
import { exchangeOf, type OnLedgerSeries } from "../manifests"
import type { Direction } from "../Order"

/** Fees that the relayer is expected to spend on a series: measured on the local ledger, with a margin. Pure; XRD. */
const A_BATCH = (ONE * 3n) / 4n
const AN_ORDER = (ONE * 3n) / 10n
/** Fees go into escrow for this many orders; for more, someone sends XRD to the escrow account or signs by hand. */
const MOST_ORDERS = 200

/** Fee of one batch of this many orders. */
export const feeOf = (orders: number): Amount => A_BATCH + AN_ORDER * BigInt(orders)

/** Fees of all batches and the return, plus a tenth. `together`: average number of orders in a batch. */
const feesOfAll = (expected: number, together: number): Amount => {
  const orders = Math.min(Math.max(1, expected), MOST_ORDERS)
  const batches = Math.ceil(orders / Math.min(together, ORDERS))
  const all = A_BATCH * BigInt(batches) + AN_ORDER * BigInt(orders)
  return roundedUp((all * 11n) / 10n) + 2n * lockFor(feeOf(Math.min(orders, ORDERS)), 0)
}

/** In a rolling sale orders come one by one, and share a batch only if they come together. */
const ROLLING = 2
const AT_CLOSE = 20

/** Units that are not sold yet, or that holders still have. */
export const mostUnits = (
  { redeemedUnits, settledUnits, units }: Pick<OnLedgerSeries, "redeemedUnits" | "settledUnits" | "units">,
  direction: Direction
): number => (direction === "buy" ? units - settledUnits : settledUnits - redeemedUnits)

/** For this many units: the token, its amount, and XRD for fees. */
export const escrowedFor = (series: OnLedgerSeries, direction: Direction, units: number) => {
  const total = formatAmount(amountOf(series.faceValue) * BigInt(units))
  const { gets } = exchangeOf(series, { direction, units, total })
  const expected = Math.ceil(units / Math.max(1, series.minPerBuyer))
  const together = direction === "buy" && series.settleMode === "atClose" ? AT_CLOSE : ROLLING
  return { resource: gets.resource, total: gets.amount, fees: feesOfAll(expected, together) }
}
