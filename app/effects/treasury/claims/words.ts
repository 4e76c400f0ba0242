/**
 * Texts of tokenWithdraw for when the ledger and our records differ (docs/product/treasury.md). Pure: pages load this
 * file.
 */
import { readable } from "~/effects/base/amounts/readable"

export const differenceWords = ({ amount, recorded }: { readonly amount: string; readonly recorded: string }) =>
  amount === recorded
    ? null
    : `The ledger shows ${readable(amount)}, our records ${readable(recorded)}. The ledger counts.`
