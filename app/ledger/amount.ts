/**
 * Amounts: decimals of 18 places as integers of their smallest unit ("attos"), so that sums are never rounded.
 *
 * The ledger stores them in 192 bits, two's complement; larger values are refused, never wrapped.
 */
import type { Brand } from "effect"

/** An amount in units of 10^-18. */
export type Amount = bigint

export const AMOUNT_PLACES = 18
export const ONE: Amount = 10n ** 18n
const AMOUNT_BITS = 192n
/** `PreciseDecimal`: 36 places in 256 bits. */
export const PRECISE_PLACES = 36
const PRECISE_BITS = 256n

const bitsOf = (places: number): bigint => (places === PRECISE_PLACES ? PRECISE_BITS : AMOUNT_BITS)

/** True if the ledger can represent it. */
export const fits = (amount: bigint, places: number = AMOUNT_PLACES): boolean =>
  BigInt.asIntN(Number(bitsOf(places)), amount) === amount

/**
 * Parses "12" or "-0.5": a sign, digits, and at most `places` decimals; null for exponents, spaces, separators and
 * values that do not fit. Returns null instead of an `Option`, so that pages that add amounts need not load it.
 */
export const parseAmount = (text: string, places: number = AMOUNT_PLACES): Amount | null => {
  const match = /^(-?)(\d{1,80})(?:\.(\d{1,36}))?$/.exec(text)
  if (match === null) return null
  const [, sign = "", whole = "", part = ""] = match
  if (part.length > places) return null
  const size = BigInt(whole + part.padEnd(places, "0"))
  const amount = sign === "-" ? -size : size
  return fits(amount, places) ? amount : null
}

/** A decimal string that parses as an amount: written by `formatAmount`, or validated on input. */
export type AmountText = string & Brand.Brand<"AmountText">

export const isAmountText = (text: string): text is AmountText => parseAmount(text) !== null

/** Throws for a string that was cast instead of validated, rather than substituting a value. */
export const amountOf = (text: AmountText): Amount => {
  const amount = parseAmount(text)
  if (amount === null) throw new TypeError(`${JSON.stringify(text)} is not an amount`)
  return amount
}

/** The shortest string that parses as the same amount. */
export const formatAmount = (amount: Amount): AmountText => formatDecimal(amount, AMOUNT_PLACES) as AmountText // ensured by its places

/** "0": the balance where there is none. */
export const NOTHING: AmountText = "0" as AmountText // it parses

/** Like `formatAmount`, with another number of places. */
export const formatDecimal = (amount: bigint, places: number): string => {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(places + 1, "0")
  const part = digits.slice(-places).replace(/0+$/, "")
  return `${amount < 0n ? "-" : ""}${digits.slice(0, -places)}${part === "" ? "" : `.${part}`}`
}

/** True if the amount has no more decimals than a resource of this divisibility allows. */
export const isDivisible = (amount: Amount, divisibility: number): boolean =>
  amount % 10n ** BigInt(AMOUNT_PLACES - divisibility) === 0n
