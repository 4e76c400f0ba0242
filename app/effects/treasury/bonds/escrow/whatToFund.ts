/** What goes into escrow for a series. Pure. */

import { amountOf, formatAmount } from "~/ledger/index"
import { exchangeOf, type OnLedgerSeries } from "../manifests"
import type { Direction } from "../Order"
import { feesOfAll } from "./fees"

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
