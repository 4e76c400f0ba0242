/** History on a series' page. Pages load this file. */
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

/** An event of a series, as text. */
export interface SeriesEvent {
  readonly seq: number
  readonly at: number
  readonly words: string
}
