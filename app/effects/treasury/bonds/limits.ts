/** Constants of bonds (docs/product/bonds.md). No imports: pages load this file. */
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export const NAME = { min: 5, max: 80 }
export const PURPOSE = { min: 50, max: 5_000 }
export const UNITS_MAX = 1_000_000
export const TERM_DAYS = { min: 1, max: 1_825 }
/** With the 72 hours of settling, an order must end within the 30 days of a pre-authorization. */
export const SALE_DAYS = { min: 1, max: 26 }
/** From the end of the sale to the latest swap. */
export const SETTLING_MS = 72 * HOUR_MS
/** An overdue payment (`LATE_MS` in communities/PublicCounts) counts as defaulted after this. */
export const DEFAULT_MS = 30 * DAY_MS
/** Lifetime of the treasury's pre-authorization of one batch. */
export const BATCH_LIFE_MS = 10 * 60_000
/** Lifetime of the site's root intent: four epochs of five minutes. */
export const ROOT_LIFE_MS = 20 * 60_000
/** Lifetime of a holder's redemption request. */
export const REQUEST_LIFE_MS = 14 * DAY_MS
/** Orders of one account in one series within 24 hours. */
export const ORDERS_A_DAY = 20
/** A page counts up to this many orders; above it says "more than". */
export const MOST_COUNTED = 500
export const REASON = { min: 5, max: 300 }
/** Orders in one transaction (docs/product/bonds.md), and a number larger than any sale has. */
export const ORDERS = 20
export const EVERY_ORDER = 1_000_000
