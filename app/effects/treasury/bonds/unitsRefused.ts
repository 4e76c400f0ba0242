/** Limits of orders in a series. Pure. */
import { UnitsRefused } from "./errors"
import type { Series } from "./Series"
import { counted, orderText } from "./unitWords"

/** Limits count the buyer's earlier orders; the last units may be fewer than the smallest order. */
export const unitsRefused = (
  { maxPerBuyer, minPerBuyer, sold, units }: Series,
  wanted: number,
  have: number
): UnitsRefused | undefined => {
  const left = units - sold
  if (left === 0) return new UnitsRefused({ message: "All units are ordered.", left: 0 })
  const most = Math.max(0, Math.min(maxPerBuyer - have, left))
  const least = Math.min(have > 0 ? 1 : minPerBuyer, left)
  if (most === 0) {
    return new UnitsRefused({
      message: `You already have ${counted(have, "unit")}; ${maxPerBuyer} is the most for one buyer.`,
      left: 0
    })
  }
  if (wanted >= least && wanted <= most) return undefined
  return wanted > left && maxPerBuyer - have >= left
    ? new UnitsRefused({ message: left === 1 ? "Only 1 unit is left." : `Only ${left} units are left.`, left })
    : new UnitsRefused({ message: orderText({ have, least, most }), left: most })
}
