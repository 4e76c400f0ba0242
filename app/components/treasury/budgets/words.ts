/** Texts about a budget on its pages. Pure. */
import { readable } from "~/effects/base/amounts/readable"
import { DAY_MS } from "~/effects/base/text/calendar"
import { inUtc } from "~/effects/base/text/moments"
import type { BudgetView } from "~/effects/treasury/budgets/views"
import type { EscrowSummary } from "~/effects/treasury/escrow/EscrowView"

/** "24 November 2027". */
export const lastDay = ({ untilAt }: Pick<BudgetView, "untilAt">): string => inUtc("day", untilAt - DAY_MS)

/** "1,200 XRD". */
export const sumOf = (amount: string, symbol: string): string => `${readable(amount)} ${symbol}`

export const toneOf = ({
  escrow,
  state
}: {
  readonly state: BudgetView["state"]
  readonly escrow: Pick<EscrowSummary, "isPaused" | "problem"> | null
}) => {
  if (state === "funded")
    return escrow !== null && escrow.problem !== null
      ? ("bad" as const)
      : escrow?.isPaused === true
        ? ("warn" as const)
        : ("ok" as const)
  if (state === "asked" || state === "draft") return "open" as const
  return state === "refunding" ? ("warn" as const) : undefined
}
