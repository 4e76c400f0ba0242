/** What a unit pays and yields (docs/product/bonds.md). Pure; amounts are integers of 10^-18, rounded down. */
import { grouped } from "~/effects/base/text/grouped"
import { AMOUNT_PLACES, type Amount, formatAmount, ONE } from "~/ledger/index"
import { type CouponEvery, daysBetween, periodsOf } from "./schedule"

const YEAR_DAYS = 365

/** The figures that a series' payments follow from. */
export interface Plan {
  readonly faceValue: Amount
  readonly issuePrice: Amount
  /** Unix milliseconds; the end of the sale. */
  readonly issuedAt: number
  readonly maturesAt: number
  /** Decimals the currency allows. */
  readonly divisibility: number
  /** Null: everything is paid at maturity. */
  readonly coupon: { readonly ratePct: Amount; readonly every: CouponEvery } | null
}

export interface Payment {
  readonly dueAt: number
  readonly kind: "coupon" | "redemption"
  readonly perUnit: Amount
  /** Days that a coupon pays for; 0 for the redemption. */
  readonly days: number
}

/** Cuts to the currency's divisibility; payments are never rounded up. */
export const roundedDown = (amount: Amount, divisibility: number): Amount => {
  const step = 10n ** BigInt(AMOUNT_PLACES - divisibility)
  return (amount / step) * step
}

/** Simple interest, actual/365. */
export const couponOf = (faceValue: Amount, ratePct: Amount, days: number, divisibility: number): Amount =>
  roundedDown((faceValue * ratePct * BigInt(days)) / (ONE * 100n * BigInt(YEAR_DAYS)), divisibility)

export const scheduleOf = ({ coupon, divisibility, faceValue, issuedAt, maturesAt }: Plan): ReadonlyArray<Payment> => {
  const coupons =
    coupon === null
      ? []
      : periodsOf(issuedAt, maturesAt, coupon.every).map(
          ({ days, until }): Payment => ({
            dueAt: until,
            kind: "coupon",
            perUnit: couponOf(faceValue, coupon.ratePct, days, divisibility),
            days
          })
        )
  return [...coupons, { dueAt: maturesAt, kind: "redemption", perUnit: faceValue, days: 0 }]
}

export const owedPerUnit = (schedule: ReadonlyArray<Payment>): Amount =>
  schedule.reduce((sum, { perUnit }) => sum + perUnit, 0n)

/** Hundredths of a percent, rounded down: 869 is 8.69%. */
export type Hundredths = number

/**
 * Return over the whole term, from exact coupons: they are summed before rounding, so that twelve rounded payments do
 * not fall short of the rate.
 */
export const totalReturn = ({ coupon, faceValue, issuedAt, issuePrice, maturesAt }: Plan): Hundredths => {
  const interest = coupon === null ? 0n : faceValue * coupon.ratePct * BigInt(daysBetween(issuedAt, maturesAt))
  // Everything is multiplied by the year's days and the unit of the rate, so that only one division is left.
  const scale = ONE * 100n * BigInt(YEAR_DAYS)
  return Number((((faceValue - issuePrice) * scale + interest) * 10_000n) / (issuePrice * scale))
}

const asNumber = (amount: Amount): number => Number(formatAmount(amount))
/** How far a bisection to 1e-9 may fall short, in hundredths of a percent. */
const GUARD = 1e-4
const inHundredths = (rate: number): Hundredths => Math.floor(rate * 10_000 + GUARD)

const PRECISION = 1e-9
const MOST = 1e6

/** Yearly rate at which the payments are worth the price, by bisection to 1e-9; `Infinity` above 1e6. */
export const internalRate = (
  price: number,
  flows: ReadonlyArray<{ readonly years: number; readonly paid: number }>
) => {
  const worth = (rate: number) => flows.reduce((sum, { paid, years }) => sum + paid / (1 + rate) ** years, 0)
  let [low, high] = [-0.999999, 1]
  while (worth(high) > price) {
    low = high
    high *= 2
    if (high > MOST) return Number.POSITIVE_INFINITY
  }
  while (high - low > PRECISION) {
    const middle = (low + high) / 2
    if (worth(middle) > price) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/**
 * Compound yield per year; for coupon bonds the internal rate of return, which pages show with "about". Null if it is
 * absurdly high.
 */
export const perYear = (plan: Plan): Hundredths | null => {
  const yearsTo = (at: number) => daysBetween(plan.issuedAt, at) / YEAR_DAYS
  const rate =
    plan.coupon === null
      ? (asNumber(plan.faceValue) / asNumber(plan.issuePrice)) ** (1 / yearsTo(plan.maturesAt)) - 1
      : internalRate(
          asNumber(plan.issuePrice),
          scheduleOf(plan).map(({ dueAt, perUnit }) => ({ years: yearsTo(dueAt), paid: asNumber(perUnit) }))
        )
  return rate < MOST ? inHundredths(rate) : null
}

/** "8.69%", "-0.50%". */
export const percentText = (hundredths: Hundredths): string =>
  `${hundredths < 0 ? "-" : ""}${grouped(Math.floor(Math.abs(hundredths) / 100))}.${String(Math.abs(hundredths) % 100).padStart(2, "0")}%`
