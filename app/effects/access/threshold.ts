/**
 * Thresholds of decisions (docs/product/votes.md) and their display: a percentage, or a fraction that no percentage
 * expresses exactly. Every page loads this file; code that counts and parses thresholds is in exactThreshold.ts.
 */

/** All supported fractions: lowest terms, denominators up to 5, from one half and below the whole. */
export type Fraction = "1/2" | "2/3" | "3/4" | "3/5" | "4/5"
/** A number is a percentage with at most two decimals. */
export type Threshold = number | Fraction

/** "66.67%", "2/3". */
export const thresholdText = (threshold: Threshold): string =>
  typeof threshold === "number" ? `${threshold}%` : threshold

/** "more than 50%", "at least 2/3". */
export const thresholdWords = (threshold: Threshold): string =>
  `${threshold === 50 || threshold === "1/2" ? "more than" : "at least"} ${thresholdText(threshold)}`

/**
 * For charts and readers of the numeric column: a fraction in percent, two decimals, rounded up. Never used for a
 * decision.
 */
export const percentAbout = (threshold: Threshold): number => {
  if (typeof threshold === "number") return threshold
  const [part, whole] = threshold.split("/").map(Number)
  return Math.ceil(((part ?? 0) / (whole ?? 1)) * 10_000) / 100
}
