/** What a series' page tells of its past. Pages load this file. */
import { DAY_MS } from "./limits"
import type { CoverView } from "./views"

/** What the reserve held against what was owed, on one day. */
export interface CoverPoint {
  /** The day's beginning, Unix milliseconds. */
  readonly at: number
  /** Tenths of a per cent. */
  readonly share: number
  readonly held: string
  readonly owed: string
}

/** Days with the cover of this moment as the last one: a page says one cover, and not also that of its last look. */
export const withToday = (
  points: ReadonlyArray<CoverPoint>,
  cover: Pick<CoverView, "tenths" | "held" | "owed"> | null,
  now: number
): ReadonlyArray<CoverPoint> => {
  if (cover === null || points.length === 0) return points
  const at = Math.floor(now / DAY_MS) * DAY_MS
  const { held, owed, tenths } = cover
  return [...points.filter((point) => point.at < at), { at, share: tenths, held, owed }]
}

/** Something that happened to a series, in words. */
export interface SeriesEvent {
  readonly seq: number
  readonly at: number
  readonly words: string
}
