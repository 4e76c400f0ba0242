import { EscrowTable } from "~/components/treasury/payouts/escrow-table"
import { counted } from "~/effects/base/text/counted"
import type { BudgetPage } from "~/effects/treasury/budgets/views"

/** Where the money of a budget went. */
export function BudgetSums({ page: { budget, escrow } }: { readonly page: BudgetPage }) {
  const { digest, fees, made, paid, parked, returned, returnedFees, spent, state } = budget
  if (parked === null || escrow === null) return null
  return (
    <EscrowTable
      id="sums"
      title="Where the budget went"
      symbol={budget.symbol}
      lines={[
        [`Paid, ${counted(made, "payment")}`, paid, "0"],
        ["Fees of the site's transactions", "0", spent],
        ["Returned to the treasury", returned, returnedFees]
      ]}
      escrow={escrow}
      isEnded={state === "ended"}
      total={budget.total}
      fees={fees}
      parked={parked}
      digest={digest}
      codeOf="the terms"
    />
  )
}
