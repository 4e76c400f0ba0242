/** Constants of bonds (docs/product/bonds.md, 3.5.1, 3.5.5, 3.5.6). No imports: pages load this file. */
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export const NAME = { min: 5, max: 80 }
export const PURPOSE = { min: 50, max: 5_000 }
export const UNITS_MAX = 1_000_000
export const TERM_DAYS = { min: 1, max: 1_825 }
/** With the 72 hours of settling an order must end within the 30 days a pre-authorization can live. */
export const SALE_DAYS = { min: 1, max: 26 }
/** From the end of the sale to the last moment of a swap. */
export const SETTLING_MS = 72 * HOUR_MS
/** An overdue payment (communities/PublicCounts, `LATE_MS`) counts as defaulted after this. */
export const DEFAULT_MS = 30 * DAY_MS
/** A treasury's pre-authorization of one batch. */
export const BATCH_LIFE_MS = 10 * 60_000
/** The site's own root lives for four epochs of five minutes. */
export const ROOT_LIFE_MS = 20 * 60_000
/** A holder's request to be redeemed. */
export const REQUEST_LIFE_MS = 14 * DAY_MS
/** Orders of one account in one series within 24 hours (docs/product/conversation.md, 3.5.8). */
export const ORDERS_A_DAY = 20
/** Orders a page counts one by one; of more it says that they are more. */
export const MOST_COUNTED = 500
export const REASON = { min: 5, max: 300 }
/** Orders of one transaction (docs/product/bonds.md, 3.5.1), and more than any sale has. */
export const ORDERS = 20
export const EVERY_ORDER = 1_000_000
