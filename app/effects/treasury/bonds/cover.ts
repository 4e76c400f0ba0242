/**
 * Reserve coverage: the reserve account's balance against everything still owed (docs/product/bonds.md). Information,
 * not a promise. Pure.
 */
import { grouped } from "~/effects/base/text/grouped"
import type { Amount } from "~/ledger/index"
import { DAY_MS } from "./limits"

/** Balance of the reserve and the amount owed on one day. */
export interface CoverPoint {
  /** Start of the day, Unix milliseconds. */
  readonly at: number
  /** Tenths of a percent. */
  readonly share: number
  readonly held: string
  readonly owed: string
}

/** Appends the present coverage, so that a page does not also show an older value for today. */
export const withToday = (
  points: ReadonlyArray<CoverPoint>,
  cover: { readonly tenths: number; readonly held: string; readonly owed: string } | null,
  now: number
): ReadonlyArray<CoverPoint> => {
  if (cover === null || points.length === 0) return points
  const at = Math.floor(now / DAY_MS) * DAY_MS
  const { held, owed, tenths } = cover
  return [...points.filter((point) => point.at < at), { at, share: tenths, held, owed }]
}

export type CoverLabel = "Fully covered" | "Partly covered" | "Poorly covered"

export interface Cover {
  readonly label: CoverLabel
  /** Tenths of a percent, rounded down, so that 99.99% never reads as fully covered. */
  readonly tenths: number
}

const MOST = 10_000_000 // a million percent; above this texts say "more than"

/** Null if nothing is owed. */
export const coverOf = (balance: Amount, owed: Amount): Cover | null => {
  if (owed <= 0n) return null
  const share = (balance * 1000n) / owed
  const tenths = share > BigInt(MOST) ? MOST : Number(share)
  return { tenths, label: tenths >= 1000 ? "Fully covered" : tenths >= 500 ? "Partly covered" : "Poorly covered" }
}

/** "112%", "64.5%", "26,000%". */
export const coverText = ({ tenths }: Pick<Cover, "tenths">): string => {
  const whole = grouped(Math.floor(tenths / 10))
  if (tenths >= MOST) return `more than ${whole}%`
  return tenths % 10 === 0 ? `${whole}%` : `${whole}.${tenths % 10}%`
}
