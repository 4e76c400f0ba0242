/** Amounts as readings compare and count them. */
import { type AmountText, amountOf, formatAmount, ONE } from "~/ledger/index"

/** More than nothing. */
export const isAbove = (amount: AmountText) => amountOf(amount) > 0n

/** Of non-fungibles, how many. */
export const counted = (items: number | null | undefined) => formatAmount(BigInt(items ?? 0) * ONE)
