/**
 * What tokenWithdraw says where the ledger and our records differ (docs/product/treasury.md, 3.6.7). Pure: pages load
 * this.
 */
import { readable } from "~/effects/base/amounts/readable"

export const differenceWords = ({ amount, recorded }: { readonly amount: string; readonly recorded: string }) =>
  amount === recorded
    ? null
    : `The ledger shows ${readable(amount)}; our records ${readable(recorded)}. The ledger counts.`
