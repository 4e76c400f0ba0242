/** Limits of docs/product/treasury.md. No imports: pages load this file. */
export const TITLE = { min: 5, max: 120 }
export const NOTE_MAX = 1_000
export const MOST_ROWS = 10_000
export const TOO_MANY_ROWS = "At most 10,000 rows. Split the file."
/**
 * A proposal carries every payment it approves, and everyone who votes loads all of them. In larger communities this is
 * the limit of most payouts (`SMALL_COMMUNITY` in access/rules.ts).
 */
export const MOST_ROWS_VOTED = 2_000
/** Recipients per transaction: the first attempt, and the lower limit for halving. */
export const BATCH = { start: 40, least: 5 }
/** Most execution cost units of a transaction. */
export const COST_LIMIT = 100_000_000
/** Days until unclaimed tokens can be taken back. */
export const RECOVER = { least: 90, usual: 180, most: 1_825 }
