/** Recognises well-formed amounts that are too large for the ledger. Pure: pages load this file. */
import { AMOUNT_PLACES, isAmountText } from "~/ledger/amount"

export const TOO_LARGE = "More than the ledger can hold."

/** A plain decimal with no more than the ledger's 18 places, so that only its size can be wrong. */
export const isTooLarge = (text: string): boolean =>
  new RegExp(`^-?\\d+(\\.\\d{1,${AMOUNT_PLACES}})?$`).test(text) && !isAmountText(text)
