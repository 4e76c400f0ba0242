/** Limits of budgets (docs/product/treasury.md, "Budgets"). */

/** Characters. */
export const TITLE = { min: 5, max: 120 } as const
export const REASON = { min: 3, max: 200 } as const
/** Longest term in days, counting today: a year. */
export const MOST_DAYS = 366
/** Payments of one budget; the fees of all of them go into escrow with it. */
export const PAYMENTS = { most: 200, usual: 24 } as const
/** Budgets of one community that have not ended. */
export const MOST_OPEN = 20
