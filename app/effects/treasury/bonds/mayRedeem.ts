/** Whether a holder has units of a matured series without a redemption request. Pure. */
import type { Order } from "./Order"
import type { Series } from "./Series"

export const mayRedeem = (
  { collateralFrom, maturesAt, state }: Pick<Series, "collateralFrom" | "maturesAt" | "state">,
  held: number,
  own: ReadonlyArray<Order>,
  now: number
): boolean => {
  const asked = own
    .filter(({ direction, state }) => direction === "redeem" && (state === "signed" || state === "settling"))
    .reduce((sum, { units }) => sum + units, 0)
  const isTime = now >= maturesAt && (collateralFrom === null || now < collateralFrom)
  return (state === "maturing" || state === "overdue") && isTime && held > asked
}
