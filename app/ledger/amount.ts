/**
 * Amounts: decimals of 18 places as integers of their smallest unit ("attos"), so that no sum is ever rounded.
 *
 * The ledger keeps them in 192 bits, two's complement; what does not fit is refused, never wrapped.
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

/** True when the ledger can hold it. */
export const fits = (amount: bigint, places: number = AMOUNT_PLACES): boolean =>
  BigInt.asIntN(Number(bitsOf(places)), amount) === amount

/**
 * Reads "12", "-0.5": a sign, digits, and at most `places` decimals; null for an exponent, spaces, separators and what does
 * not fit. Null instead of an `Option`, which pages that add amounts up would load for it.
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

/** A decimal text that reads back as an amount: written by `formatAmount`, or read where it came in. */
export type AmountText = string & Brand.Brand<"AmountText">

export const isAmountText = (text: string): text is AmountText => parseAmount(text) !== null

/** Never a substitute: a text that was cast instead of read is thrown back. */
export const amountOf = (text: AmountText): Amount => {
  const amount = parseAmount(text)
  if (amount === null) throw new TypeError(`${JSON.stringify(text)} is no amount`)
  return amount
}

/** The shortest text that reads back as the same amount. */
export const formatAmount = (amount: Amount): AmountText => formatDecimal(amount, AMOUNT_PLACES) as AmountText // as its places say

/** "0": what is held where nothing is. */
export const NOTHING: AmountText = "0" as AmountText // it reads back

/** The same with other places. */
export const formatDecimal = (amount: bigint, places: number): string => {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(places + 1, "0")
  const part = digits.slice(-places).replace(/0+$/, "")
  return `${amount < 0n ? "-" : ""}${digits.slice(0, -places)}${part === "" ? "" : `.${part}`}`
}

/** True when the amount has no more decimals than a resource of this divisibility allows. */
export const isDivisible = (amount: Amount, divisibility: number): boolean =>
  amount % 10n ** BigInt(AMOUNT_PLACES - divisibility) === 0n
