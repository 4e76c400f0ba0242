/** The totals of the public directory. No imports: pages load this file. */

/** A payment is overdue after this. */
export const LATE_MS = 72 * 3_600_000

/** A payment nobody waited for longer than it may be late: from the day it was due, or from when it was asked for. */
export const isOnTime = ({ askedAt, dueAt, paidAt }: { askedAt: number; dueAt: number; paidAt: number }): boolean =>
  paidAt - Math.max(askedAt, dueAt) < LATE_MS

/** What a community adds beside itself and its members. */
export interface Deeds {
  /** Closed; a cancelled vote is none. */
  readonly votes: number
  readonly votesPassed: number
  /** Bond units redeemed, and those of them that nobody waited for longer than a payment may be late. */
  readonly units: number
  readonly unitsOnTime: number
}

export interface PublicCounts extends Deeds {
  readonly communities: number
  readonly memberships: number
}
