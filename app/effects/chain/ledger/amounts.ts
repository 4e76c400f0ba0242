/** Helpers to compare and count amounts in queries. */
import { type AmountText, amountOf, formatAmount, ONE } from "~/ledger/index"

/** True for amounts above 0. */
export const isAbove = (amount: AmountText) => amountOf(amount) > 0n

/** Number of non-fungible items as an amount. */
export const counted = (items: number | null | undefined) => formatAmount(BigInt(items ?? 0) * ONE)
