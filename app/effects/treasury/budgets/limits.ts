/** Numbers of budgets (docs/product/treasury.md, "Budgets"). */

/** Characters. */
export const TITLE = { min: 5, max: 120 } as const
export const REASON = { min: 3, max: 200 } as const
/** Days from today that a budget may run: a year, its day counted. */
export const MOST_DAYS = 366
/** Of one budget; the fees of all of them are parked with it. */
export const PAYMENTS = { most: 200, usual: 24 } as const
/** Of one community, that are not over. */
export const MOST_OPEN = 20
