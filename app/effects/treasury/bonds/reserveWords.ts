/** Texts about who shares a reserve account. Pure. */
import { isLess, moneyText, sumOf } from "./money"
import type { CoverView } from "./views"

type Shared = CoverView["shared"]

/** "GRD-2027B, a series of another community". */
export const sharers = (shared: Shared): string =>
  shared.map(({ code }) => code ?? "a series of another community").join(", ")

/** Who owes how much of everything owed from the account. */
export const sharedText = (shared: Shared, owedHere: string, symbol: string): string => {
  const others = shared.map(
    ({ code, owed }) => `${moneyText(owed)} ${symbol} by ${code ?? "a series of another community"}`
  )
  return `This account is shared: ${[`${moneyText(owedHere)} ${symbol} is owed by this series`, ...others].join(", ")}.`
}

/**
 * Why the treasury's present balance would not cover a draft, counting other debts of the reserve; undefined if it
 * would.
 */
export const shortText = (held: string, owes: string, shared: Shared, symbol: string): string | undefined => {
  if (isLess(held, owes)) return "Its debt is more than the treasury holds today."
  const others = sumOf(shared.map(({ owed }) => owed))
  if (!isLess(held, sumOf([owes, others]))) return undefined
  return `Its debt, with the ${moneyText(others)} ${symbol} already owed out of its reserve account (${sharers(shared)}), is more than the treasury holds today.`
}
