/**
 * Thresholds as whole-number ratios, so that reading, comparing and counting are exact (docs/product/votes.md). Pure:
 * the count, its checkers and the forms all use this file.
 */
import { type Fraction, percentAbout, type Threshold, thresholdText } from "./threshold"

export const fractions = ["1/2", "2/3", "3/4", "3/5", "4/5"] as const satisfies ReadonlyArray<Fraction>

/** Numerator and denominator, both whole. */
type Ratio = readonly [part: bigint, whole: bigint]

/** Hundredths of a percent, from the decimal's own digits: floating-point multiplication could be off by one. */
export const hundredthsOf = (percent: number): bigint => {
  const [whole = "0", places = ""] = String(percent).split(".")
  return BigInt(whole + places.slice(0, 2).padEnd(2, "0"))
}

export const ratioOf = (threshold: Threshold): Ratio => {
  if (typeof threshold === "number") return [hundredthsOf(threshold), 10_000n]
  const [part = "0", whole = "1"] = threshold.split("/")
  return [BigInt(part), BigInt(whole)]
}

/** Negative if `one` asks for less than `other`, 0 if both ask for the same. */
export const compareThresholds = (one: Threshold, other: Threshold): number => {
  const [[a, b], [c, d]] = [ratioOf(one), ratioOf(other)]
  return a * d < c * b ? -1 : a * d > c * b ? 1 : 0
}

const isHalf = (threshold: Threshold): boolean => compareThresholds(threshold, 50) === 0

/** One half means more than half; every higher threshold means at least that share. Of nothing, no share is enough. */
export const isOver = (threshold: Threshold, part: bigint, whole: bigint): boolean => {
  const [needed, all] = ratioOf(threshold)
  if (isHalf(threshold)) return part * all > needed * whole
  return whole > 0n && part * all >= needed * whole
}

/** More decimals do not help a reader; shares that would need more are shown as the fraction they are compared with. */
const MOST_PLACES = 6

/**
 * A share in percent for display next to its threshold, rounded down: with one decimal, or with more if a sufficient
 * share would otherwise read as too small. `exact` is shown if no decimals can express it: "2/3".
 */
export const percentBeside = (
  part: bigint,
  whole: bigint,
  isEnough: (part: bigint, whole: bigint) => boolean,
  exact: string
): string => {
  const percent = (places: number) => {
    const scaled = whole === 0n ? 0n : (part * 10n ** BigInt(places + 2)) / whole
    const digits = String(scaled).padStart(places + 1, "0")
    return { scaled, text: `${digits.slice(0, -places)}.${digits.slice(-places)}%` }
  }
  if (!isEnough(part, whole)) return percent(1).text
  for (let places = 1; places <= MOST_PLACES; places += 1) {
    const { scaled, text } = percent(places)
    if (isEnough(scaled, 10n ** BigInt(places + 2))) return text
  }
  return exact
}

/** A share next to its threshold: "69.2%", "66.67%", "2/3". */
export const shareBeside = (threshold: Threshold, part: bigint, whole: bigint): string =>
  percentBeside(part, whole, (some, all) => isOver(threshold, some, all), thresholdText(threshold))

/** A turnout next to its quorum. */
export const turnoutBeside = (quorumPct: number, cast: bigint, eligible: bigint): string =>
  percentBeside(
    cast,
    eligible,
    (some, all) => all > 0n && some * 10_000n >= hundredthsOf(quorumPct) * all,
    `${quorumPct}%`
  )

/**
 * A threshold for readers of the numeric column: if there is a fraction, it decides, and the number is an
 * approximation.
 */
export const thresholdColumns = (threshold: Threshold) => ({
  thresholdPct: percentAbout(threshold),
  thresholdFraction: typeof threshold === "string" ? threshold : null
})

export const THRESHOLD_HELP =
  "Enter a percentage from 50 to 100, with at most 2 decimals, or one of the fractions 1/2, 2/3, 3/4, 3/5 and 4/5."

/** Parses a typed threshold; null if invalid. Fractions are reduced, and a whole is 100%. */
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
