/**
 * Thresholds as whole numbers: reading, comparing and counting by them is exact (docs/product/votes.md, 3.5.1). Pure: the
 * count, its checkers and the forms take them from here alone.
 */
import { type Fraction, percentAbout, type Threshold } from "./threshold"

export const fractions = ["1/2", "2/3", "3/4", "3/5", "4/5"] as const satisfies ReadonlyArray<Fraction>

/** Numerator and denominator, both whole. */
type Ratio = readonly [part: bigint, whole: bigint]

/** Hundredths of a percent, from the decimal's own digits: multiplying it could be off by one. */
export const hundredthsOf = (percent: number): bigint => {
  const [whole = "0", places = ""] = String(percent).split(".")
  return BigInt(whole + places.slice(0, 2).padEnd(2, "0"))
}

export const ratioOf = (threshold: Threshold): Ratio => {
  if (typeof threshold === "number") return [hundredthsOf(threshold), 10_000n]
  const [part = "0", whole = "1"] = threshold.split("/")
  return [BigInt(part), BigInt(whole)]
}

/** Below 0 where `one` asks for less than `other`, 0 where both ask for the same. */
export const compareThresholds = (one: Threshold, other: Threshold): number => {
  const [[a, b], [c, d]] = [ratioOf(one), ratioOf(other)]
  return a * d < c * b ? -1 : a * d > c * b ? 1 : 0
}

const isHalf = (threshold: Threshold): boolean => compareThresholds(threshold, 50) === 0

/** One half means more than half; everything above means at least that share. Of nothing, no share is enough. */
export const isOver = (threshold: Threshold, part: bigint, whole: bigint): boolean => {
  const [needed, all] = ratioOf(threshold)
  if (isHalf(threshold)) return part * all > needed * whole
  return whole > 0n && part * all >= needed * whole
}

/** A threshold for those who know only numbers: where there is a fraction, it decides, and the number is about as much. */
export const thresholdColumns = (threshold: Threshold) => ({
  thresholdPct: percentAbout(threshold),
  thresholdFraction: typeof threshold === "string" ? threshold : null
})

export const THRESHOLD_HELP =
  "Enter a percentage from 50 to 100, with at most 2 decimals, or one of the fractions 1/2, 2/3, 3/4, 3/5 and 4/5."

/** What was typed; null where it is no threshold. Fractions are reduced, and a whole is 100 %. */
export const readThreshold = (typed: string): Threshold | null => {
  const text = typed.trim()
  if (/^\d{1,3}(\.\d{1,2})?$/.test(text)) {
    const percent = Number(text)
    return percent >= 50 && percent <= 100 ? percent : null
  }
  const [, part, whole] = /^([1-5]) ?\/ ?([2-5])$/.exec(text) ?? []
  if (part === undefined || whole === undefined) return null
  if (part === whole) return 100
  return fractions.find((each) => isSame(each, [BigInt(part), BigInt(whole)])) ?? null
}

const isSame = (fraction: Fraction, [c, d]: Ratio): boolean => {
  const [a, b] = ratioOf(fraction)
  return a * d === c * b
}
