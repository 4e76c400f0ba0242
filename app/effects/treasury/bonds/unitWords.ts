/** Texts with numbers of units. Pure, no imports but types: pages load this file. */
export { counted } from "~/effects/base/text/counted"

/** How many units can be ordered; mentions the buyer's units only if there are some. */
export const orderText = ({
  have,
  least,
  most
}: {
  readonly have: number
  readonly least: number
  readonly most: number
}): string => {
  const range = least === most ? `${most} ${most === 1 ? "unit" : "units"}` : `${least} to ${most} units`
  return `Order ${range}${have > 0 ? `; you already have ${have}` : ""}.`
}
