/**
 * When a series pays (docs/product/bonds.md): calendar steps from the issue date, clamped to month ends; the last one
 * is maturity. Pure.
 */
import { monthsLater } from "~/effects/base/text/calendar"
import { DAY_MS } from "./limits"

export const couponEveries = ["monthly", "quarterly", "halfyearly", "atMaturity"] as const
export type CouponEvery = (typeof couponEveries)[number]

const MONTHS: Readonly<Record<CouponEvery, number>> = { monthly: 1, quarterly: 3, halfyearly: 6, atMaturity: 0 }

/** The period that one coupon pays for. Unix milliseconds. */
export interface Period {
  readonly from: number
  readonly until: number
  /** Calendar days, UTC. */
  readonly days: number
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS)

/** Calendar days between two moments, UTC. */
export const daysBetween = (from: number, until: number): number => dayOf(until) - dayOf(from)

/** Each date is counted from the issue date, so that a clamped month does not shift later ones. */
export const periodsOf = (issuedAt: number, maturesAt: number, every: CouponEvery): ReadonlyArray<Period> => {
  const ends: Array<number> = []
  const step = MONTHS[every]
  for (let n = 1; step > 0; n += 1) {
    const end = monthsLater(issuedAt, n * step)
    if (dayOf(end) >= dayOf(maturesAt)) break
    ends.push(end)
  }
  return [...ends, maturesAt].map((until, index) => {
    const from = ends[index - 1] ?? issuedAt
    return { from, until, days: daysBetween(from, until) }
  })
}
