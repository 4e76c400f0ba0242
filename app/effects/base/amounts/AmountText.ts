/**
 * Decimal amounts as they come from a column, from JSON or from the gateway. Unreadable amounts are refused here, so
 * that later code needs no fallback. Units of 10^-18, with at most 18 decimals, as on the ledger.
 */
import { ParseResult, Schema } from "effect"
import { AMOUNT_PLACES, type AmountText as AmountTextType, amountOf, formatAmount, isAmountText } from "~/ledger/amount"

export const TOO_LARGE = "More than the ledger can hold."

/** A plain decimal with no more than the ledger's 18 places, so that only its size can be wrong. */
export const isTooLarge = (text: string): boolean =>
  new RegExp(`^-?\\d+(\\.\\d{1,${AMOUNT_PLACES}})?$`).test(text) && !isAmountText(text)

/** A decimal exactly as it was written, because hashes and signatures cover its spelling. */
export const AmountText = Schema.String.pipe(
  Schema.filter((text): text is AmountTextType => isAmountText(text), {
    identifier: "AmountText",
    message: ({ actual }) => `${JSON.stringify(actual)} is not a decimal amount`
  })
)
export type AmountText = AmountTextType

/** The same amount as an integer of 10^-18. */
export const AmountFromText = Schema.transformOrFail(AmountText, Schema.BigIntFromSelf, {
  strict: true,
  decode: (text) => ParseResult.succeed(amountOf(text)),
  encode: (amount) => ParseResult.succeed(formatAmount(amount))
}).annotations({ identifier: "AmountFromText" })
