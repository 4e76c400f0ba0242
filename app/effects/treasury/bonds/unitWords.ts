/** Numbers of units in sentences. Pure, no imports but types: pages load this file. */
export { counted } from "~/effects/base/text/counted"

/** What may be ordered; what an account has is said where it is something. */
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
