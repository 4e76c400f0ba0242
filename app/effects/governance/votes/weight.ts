/**
 * Weights and votes as exact decimals (docs/product/votes.md). Pure.
 *
 * A weight has at most 18 places. Votes have two more, since points split a weight into hundredths; they are integers
 * of 10^-20, so that no sum is ever rounded.
 */
import type { WeightMode } from "~/effects/access/Community"

/** Integer, in units of 10^-20. */
export type Votes = bigint

const PLACES = 20
const WEIGHT_PLACES = 18
const SQRT_PLACES = 6

/** Parses a decimal that passed its schema, or one that `formatVotes` wrote. */
export const readVotes = (decimal: string): Votes => {
  const [whole = "0", part = ""] = decimal.split(".")
  return BigInt(whole + part.padEnd(PLACES, "0"))
}

const shortest = (value: bigint, places: number): string => {
  const digits = value.toString().padStart(places + 1, "0")
  const part = digits.slice(digits.length - places).replace(/0+$/, "")
  return `${digits.slice(0, digits.length - places)}${part === "" ? "" : `.${part}`}`
}

/** The shortest decimal that reads back as the same votes. Votes are never negative. */
export const formatVotes = (votes: Votes): string => shortest(votes, PLACES)

/** Exact sum of decimals. */
export const sumOf = (decimals: Iterable<string>): string => {
  let sum = 0n
  for (const decimal of decimals) sum += readVotes(decimal)
  return formatVotes(sum)
}

/** For people: grouped by thousands, at most six places, never rounded up. */
export const showVotes = (votes: Votes): string => {
  const [whole = "0", part = ""] = formatVotes(votes).split(".")
  const shown = part.slice(0, SQRT_PLACES).replace(/0+$/, "")
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${shown === "" ? "" : `.${shown}`}`
}

/** One decimal, rounded down, so that it never overstates (docs/product/votes.md). 0.0 if the whole is 0. */
export const percentOf = (part: Votes, whole: Votes): string => {
  const thousandths = whole === 0n ? 0n : (part * 1000n) / whole
  return `${thousandths / 10n}.${thousandths % 10n}`
}

/** Largest integer whose square is not above `value`, by Newton's method. */
const squareRoot = (value: bigint): bigint => {
  if (value < 2n) return value
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (guess + value / guess) >> 1n
    if (next >= guess) return guess
    guess = next
  }
}

/** Square root of a balance, six places, rounded down. */
export const sqrtWeight = (balance: string): string => {
  const attos = readVotes(balance) / 10n ** BigInt(PLACES - WEIGHT_PLACES)
  // The root of attos · 10^-18 in units of 10^-6 is the root of attos · 10^-6.
  return shortest(squareRoot(attos / 10n ** BigInt(WEIGHT_PLACES - 2 * SQRT_PLACES)), SQRT_PLACES)
}

/** An account's weight, from the community's settings and the ledger. "0" cannot vote. */
export const weightOf = (mode: WeightMode, of: { readonly assigned: number; readonly balance: string }): string => {
  switch (mode) {
    case "member":
      return "1"
    case "assigned":
      return String(of.assigned)
    case "token":
      return of.balance
    case "sqrt":
      return sqrtWeight(of.balance)
  }
}
