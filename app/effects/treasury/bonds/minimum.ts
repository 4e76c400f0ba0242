/**
 * A minimum raise over more orders than one transaction takes. The largest orders are settled first, so that where 20 of
 * them reach the minimum the first transaction does: then all of it happens, or nothing. Who signed first loses nothing,
 * since every order has its units already. Pure.
 */
import type { Order } from "./Order"
import type { Series } from "./Series"

type Sized = Pick<Order, "units" | "seq">

export const unitsOf = (orders: ReadonlyArray<Pick<Order, "units">>): number =>
  orders.reduce((sum, { units }) => sum + units, 0)

/** As long as the minimum is not reached, all orders stand or fall together. */
export const isBelowMinimum = ({ minRaiseUnits, settledUnits }: Pick<Series, "minRaiseUnits" | "settledUnits">) =>
  settledUnits < minRaiseUnits

export const largestFirst = <A extends Sized>(orders: ReadonlyArray<A>): ReadonlyArray<A> =>
  [...orders].sort((one, other) => other.units - one.units || (one.seq ?? 0) - (other.seq ?? 0))

/** Transactions until the minimum is reached; null where all of them do not reach it. */
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
