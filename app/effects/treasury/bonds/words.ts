/** Texts of bond states and periods. No imports but types: pages load this file. */
import type { SeriesState } from "./Series"
import type { CouponEvery } from "./schedule"

export const EVERY: Readonly<Record<CouponEvery, string>> = {
  monthly: "every month",
  quarterly: "every quarter",
  halfyearly: "every half year",
  atMaturity: "at maturity"
}

export const STATES: Readonly<Record<SeriesState, string>> = {
  draft: "Draft",
  proposed: "Put to a vote",
  approved: "Approved",
  issuing: "Being issued",
  scheduled: "Upcoming",
  open: "Sale open",
  settling: "Being settled",
  active: "Running",
  maturing: "Matured",
  overdue: "Overdue",
  collateral: "Collateral open",
  redeemed: "Redeemed",
  cancelled: "Cancelled"
}

/** Completes "This bond series is …". */
export const stateInWords = (state: SeriesState): string => {
  if (state === "open") return "on sale"
  return state === "draft" ? "a draft" : STATES[state].toLowerCase()
}

/** The four groups of the list of bonds. */
export type Group = "open" | "upcoming" | "running" | "finished"
export const groupOf = (state: SeriesState): Group => {
  if (state === "open" || state === "settling") return "open"
  if (state === "active" || state === "maturing" || state === "overdue") return "running"
  return state === "collateral" || state === "redeemed" || state === "cancelled" ? "finished" : "upcoming"
}

/** Texts with numbers of units. Pure, no imports but types: pages load this file. */

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
