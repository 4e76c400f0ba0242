/** Amounts that are written as they should be and that the ledger cannot hold. Pure: pages load this file. */
import { AMOUNT_PLACES, isAmountText } from "~/ledger/amount"

export const TOO_LARGE = "More than the ledger can hold."

/** A plain decimal with no more places than the ledger keeps, so that only its size can be wrong. */
export const isTooLarge = (text: string): boolean =>
  new RegExp(`^-?\\d+(\\.\\d{1,${AMOUNT_PLACES}})?$`).test(text) && !isAmountText(text)
