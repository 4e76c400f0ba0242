import { ParkedTable, restWords } from "~/components/treasury/distributions/parked-table"
import { counted } from "~/effects/base/text/counted"
import type { BudgetView } from "~/effects/treasury/budgets/views"

const LEFT_BEHIND = "Left behind, or taken out without this site"

/** Where a budget went. */
export function BudgetSums({ budget }: { readonly budget: BudgetView }) {
  const { digest, fees, leftFees, leftToken, made, paid, parked, returned, returnedFees, spent, state } = budget
  if (parked === null) return null
  return (
    <ParkedTable
      id="sums"
      title="Where the budget went"
      symbol={budget.symbol}
      lines={[
        [`Paid, ${counted(made, "payment")}`, paid, "0"],
        ["Fees of the site's transactions", "0", spent],
        ["Returned to the treasury", returned, returnedFees],
        [restWords(leftToken, state === "ended", LEFT_BEHIND), leftToken, leftFees]
      ]}
      total={budget.total}
      fees={fees}
      parked={parked}
      digest={digest}
      codeOf="the terms"
    />
  )
}
