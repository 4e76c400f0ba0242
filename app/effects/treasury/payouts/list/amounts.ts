/** Distribution of a payout's amounts: smallest, largest, and bars between. Pure. */
import { type Amount, formatAmount, ONE } from "~/ledger/index"
import type { Amounts } from "../views"

const BINS = 6

/** Bar labels have two decimals. */
const short = (amount: Amount): string => formatAmount(amount - (amount % (ONE / 100n)))

export const amountsOf = (amounts: ReadonlyArray<Amount>): Amounts | null => {
  const sorted = [...amounts].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  const [smallest] = sorted
  const largest = sorted.at(-1)
  if (smallest === undefined || largest === undefined) return null
  const ends = { smallest: formatAmount(smallest), largest: formatAmount(largest) }
  if (smallest === largest) return { ...ends, bins: [{ label: short(smallest), count: sorted.length }] }
  const width = (largest - smallest) / BigInt(BINS) + 1n
  const bins = Array.from({ length: BINS }, (_, index) => {
    const from = smallest + width * BigInt(index)
    const count = sorted.filter((amount) => amount >= from && amount < from + width).length
    return { label: `${index}: ${short(from)}`.replace(/^\d+: /, ""), count }
  })
  const labels = new Set(bins.map(({ label }) => label))
  return {
    ...ends,
    bins: labels.size === BINS ? bins : bins.map((bin, index) => ({ ...bin, label: String(index + 1) }))
  }
}
