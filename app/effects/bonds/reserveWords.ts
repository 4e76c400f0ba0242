/** Who shares a reserve account, in words. Pure. */
import { moneyText } from "./money"
import type { CoverView } from "./views"

type Shared = CoverView["shared"]

/** "GRD-2027B, a series of another community". */
export const sharers = (shared: Shared): string =>
  shared.map(({ code }) => code ?? "a series of another community").join(", ")

/** What of all that is owed out of the account is owed by whom. */
export const sharedText = (shared: Shared, owedHere: string, symbol: string): string => {
  const others = shared.map(
    ({ code, owed }) => `${moneyText(owed)} ${symbol} by ${code ?? "a series of another community"}`
  )
  return `This account is shared: ${[`${moneyText(owedHere)} ${symbol} is owed by this series`, ...others].join(", ")}.`
}
