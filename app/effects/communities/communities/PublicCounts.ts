/** Totals of the public directory. No imports: pages load this file. */

/** A payment is overdue after this time. Milliseconds. */
export const LATE_MS = 72 * 3_600_000

/**
 * Whether a payment was made within that time, counted from the later of the day it was due and the day it was
 * requested.
 */
export const isOnTime = ({ askedAt, dueAt, paidAt }: { askedAt: number; dueAt: number; paidAt: number }): boolean =>
  paidAt - Math.max(askedAt, dueAt) < LATE_MS

/** What a community adds to the totals besides itself and its members. */
export interface Deeds {
  /** Closed votes; a cancelled vote does not count. */
  readonly votes: number
  readonly votesPassed: number
  /** Bond units redeemed, and how many of them were on time. */
  readonly units: number
  readonly unitsOnTime: number
}

export interface PublicCounts extends Deeds {
  readonly communities: number
  readonly memberships: number
}
