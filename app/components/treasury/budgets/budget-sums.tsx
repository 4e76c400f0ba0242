import { EscrowTable } from "~/components/treasury/payouts/escrow-table"
import { counted } from "~/effects/base/text/counted"
import type { BudgetPage } from "~/effects/treasury/budgets/views"

/** Where the money of a budget went. */
export function BudgetSums({ page: { budget } }: { readonly page: BudgetPage }) {
  const { escrow, state } = budget
  if (escrow === null || escrow.address === null || escrow.account === null) return null
  const { batches, digest, fees, paid, returned, returnedFees, spent } = escrow
  return (
    <EscrowTable
      id="sums"
      title="Where the budget went"
      symbol={budget.symbol}
      lines={[
        [`Paid, ${counted(batches, "payment")}`, paid, "0"],
        ["Fees of the site's transactions", "0", spent],
        ["Returned to the treasury", returned, returnedFees]
      ]}
      escrow={escrow.account}
      isEnded={state === "ended"}
      total={budget.total}
      fees={fees}
      address={escrow.address}
      digest={digest}
      codeOf="the terms"
    />
  )
}
