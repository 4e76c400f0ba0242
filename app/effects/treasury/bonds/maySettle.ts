/** States in which orders are settled, and in which escrow can be funded (docs/product/bonds.md). Pure. */
import type { Direction } from "./Order"
import { isRunning, type Series } from "./Series"

export const mayPrepare = ({ minRaiseUnits, settleMode, settledUnits, sold, state }: Series, direction: Direction) => {
  if (direction === "redeem") return state === "maturing" || state === "overdue"
  if (state === "open") return settleMode === "rolling"
  return state === "settling" && (settledUnits > 0 || sold >= minRaiseUnits)
}

/** Before and during a sale that can still succeed, and while holders have units. */
export const mayFund = (series: Series, direction: Direction): boolean =>
  direction === "redeem"
    ? isRunning(series.state)
    : series.state === "scheduled" || series.state === "open" || mayPrepare(series, direction)
