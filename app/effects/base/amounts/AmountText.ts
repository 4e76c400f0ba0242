/**
 * Decimal amounts as they come from a column, from JSON or from the gateway. Unreadable amounts are refused here, so
 * that later code needs no fallback. Units of 10^-18, with at most 18 decimals, as on the ledger.
 */
import { ParseResult, Schema } from "effect"
import { type AmountText as AmountTextType, amountOf, formatAmount, isAmountText } from "~/ledger/amount"

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
