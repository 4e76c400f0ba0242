import { StateChip } from "~/components/base/parts/state-chip"
import { relativeTime } from "~/effects/base/text/moments"
import type { SeriesRow } from "~/effects/treasury/bonds/views"
import { STATES } from "~/effects/treasury/bonds/words"

/** Said of nothing but series whose bonds have collateral on the ledger, or will have it with their issue. */
export const SecuredChip = () => <StateChip mark="key" word="Secured" />

type Shown = Pick<SeriesRow, "defaultedAt" | "saleClosesAt" | "saleOpensAt" | "state">

/** The state of a series: "Sale ends in 10 days", "Opens in 3 days", "Running". */
export function SeriesState({ now, series }: { readonly series: Shown; readonly now: number }) {
  const { defaultedAt, saleClosesAt, saleOpensAt, state } = series
  if (state === "open")
    return <StateChip state="open" mark="coin" word={`Sale ends ${relativeTime(saleClosesAt, now)}`} />
  if (state === "scheduled") return <StateChip mark="coin" word={`Opens ${relativeTime(saleOpensAt, now)}`} />
  if (defaultedAt !== null && state === "overdue") return <StateChip state="bad" mark="coin" word="Defaulted" />
  const tone = { active: "open", settling: "open", maturing: "needs", overdue: "bad", redeemed: "ok" } as const
  return <StateChip state={tone[state as keyof typeof tone]} mark="coin" word={STATES[state]} />
}
