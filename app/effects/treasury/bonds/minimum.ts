/**
 * A minimum raise that needs more than one transaction. The largest orders are settled first, so that if 20 of them
 * reach the minimum, the first transaction decides it. This costs early signers nothing, since units are reserved for
 * every order. Pure.
 */
import type { Order } from "./Order"
import type { Series } from "./Series"

type Sized = Pick<Order, "units" | "seq">

export const unitsOf = (orders: ReadonlyArray<Pick<Order, "units">>): number =>
  orders.reduce((sum, { units }) => sum + units, 0)

/** While the minimum is not reached, all orders settle or none does. */
export const isBelowMinimum = ({ minRaiseUnits, settledUnits }: Pick<Series, "minRaiseUnits" | "settledUnits">) =>
  settledUnits < minRaiseUnits

export const largestFirst = <A extends Sized>(orders: ReadonlyArray<A>): ReadonlyArray<A> =>
  [...orders].sort((one, other) => other.units - one.units || (one.seq ?? 0) - (other.seq ?? 0))

/** Number of transactions until the minimum is reached; null if all of them do not reach it. */
export const batchesToMinimum = (
  { minRaiseUnits, settledUnits }: Pick<Series, "minRaiseUnits" | "settledUnits">,
  batches: ReadonlyArray<ReadonlyArray<Pick<Order, "units">>>
): number | null => {
  let reached = settledUnits
  for (const [index, batch] of batches.entries()) {
    if (reached >= minRaiseUnits) return index
    reached += unitsOf(batch)
  }
  return reached >= minRaiseUnits ? batches.length : null
}
