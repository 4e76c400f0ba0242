/**
 * Amounts where they come in: from a column, from JSON, from the gateway. What cannot be read is refused there, so that
 * nobody behind it needs a substitute. Units of 10^-18; at most 18 decimals, as the ledger keeps them.
 */
import { ParseResult, Schema } from "effect"
import { type AmountText as AmountTextType, amountOf, formatAmount, isAmountText } from "~/ledger/amount"

/** A decimal, letter for letter as it was written: what was hashed or signed with it stays the same. */
export const AmountText = Schema.String.pipe(
  Schema.filter((text): text is AmountTextType => isAmountText(text), {
    identifier: "AmountText",
    message: ({ actual }) => `${JSON.stringify(actual)} is not a decimal amount`
  })
)
export type AmountText = AmountTextType

/** The same as an integer of 10^-18. */
export const AmountFromText = Schema.transformOrFail(AmountText, Schema.BigIntFromSelf, {
  strict: true,
  decode: (text) => ParseResult.succeed(amountOf(text)),
  encode: (amount) => ParseResult.succeed(formatAmount(amount))
}).annotations({ identifier: "AmountFromText" })
