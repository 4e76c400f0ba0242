/** Figures of docs/product/treasury.md, 3.3, 3.5.1. No imports: pages load this file. */
export const TITLE = { min: 5, max: 120 }
export const NOTE_MAX = 1_000
export const MOST_ROWS = 10_000
export const TOO_MANY_ROWS = "At most 10,000 rows. Split the file."
/** A proposal carries every payment it approves, and is read whole by everybody who votes. */
export const MOST_ROWS_VOTED = 2_000
/** Bytes of a list. */
export const LIST_MAX = 1_048_576
/** Recipients a transaction begins with, and below which it is never halved. */
export const BATCH = { start: 40, least: 5 }
/** Execution cost units a transaction may take. */
export const COST_LIMIT = 100_000_000
/** Days until what nobody claimed may be taken back. */
export const RECOVER = { least: 90, usual: 180, most: 1_825 }
/** Communities with more members than this put a payout to the vote. */
export const FREE_MEMBERS = 3
/** So long, what was paid of a token without a vote counts together. */
export const FREE_DAYS = 30
