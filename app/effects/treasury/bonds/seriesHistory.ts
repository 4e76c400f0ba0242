/** What a series' page tells of its past. Types only: pages load this file. */

/** What the reserve held against what was owed, on one day. */
export interface CoverPoint {
  /** The day's beginning, Unix milliseconds. */
  readonly at: number
  /** Tenths of a per cent. */
  readonly share: number
  readonly held: string
  readonly owed: string
}

/** Something that happened to a series, in words. */
export interface SeriesEvent {
  readonly seq: number
  readonly at: number
  readonly words: string
}
