/** In which states orders of a series are settled, and may be parked for (docs/product/bonds.md, 3.4). Pure. */
import type { Direction } from "./Order"
import { isRunning, type Series } from "./Series"

export const mayPrepare = ({ minRaiseUnits, settleMode, settledUnits, sold, state }: Series, direction: Direction) => {
  if (direction === "redeem") return state === "maturing" || state === "overdue"
  if (state === "open") return settleMode === "rolling"
  return state === "settling" && (settledUnits > 0 || sold >= minRaiseUnits)
}

/** Before and during a sale that can still come about, and while holders have units. */
export const mayPark = (series: Series, direction: Direction): boolean =>
  direction === "redeem"
    ? isRunning(series.state)
    : series.state === "scheduled" || series.state === "open" || mayPrepare(series, direction)
