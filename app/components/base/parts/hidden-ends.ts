/** Which ends of a scrolling row hide content. Pure. */

export type HiddenEnds = "start" | "end" | "both"

export interface ScrolledRow {
  /** CSS pixels, as an element reports them. */
  readonly scrollLeft: number
  readonly scrollWidth: number
  readonly clientWidth: number
}

/** Widths are whole pixels and the scroll position is not: at the very end a fraction may remain. */
const ROUNDING_PX = 1

export const hiddenEnds = ({ clientWidth, scrollLeft, scrollWidth }: ScrolledRow): HiddenEnds | undefined => {
  const isBefore = scrollLeft > ROUNDING_PX
  const isAfter = scrollWidth - clientWidth - scrollLeft > ROUNDING_PX
  if (isBefore) return isAfter ? "both" : "start"
  return isAfter ? "end" : undefined
}
